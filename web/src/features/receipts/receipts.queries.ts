import { queryOptions } from '@tanstack/react-query';
import { readReceipt } from '@cip/contracts/receipts/receipt-format';
import { callAsCandidate, callPublic } from '../../shared/api/api-client.ts';
import { ApiError } from '../../shared/api/api-error.ts';

/** The receipt, as its file and read, and the final code of an ended interview, for the candidate of a token. */
export const receiptQuery = (roomCode: string, token: string) =>
  queryOptions({
    queryKey: ['receipt', roomCode],
    queryFn: async () => {
      const reply = await callAsCandidate(token, 'GET /public/session/:roomCode/receipt', { params: { roomCode } });
      const read = readReceipt(reply.receipt);
      if (read === null) throw new Error('The receipt has another format');
      const { receipt: file, ...codes } = reply;
      return { ...codes, file, receipt: read.receipt };
    },
    staleTime: Infinity,
    // Refused for good, because it is before the end or the token has ended.
    retry: false,
  });

/** Returns whether the server has no receipt for this candidate: they never came in, or were removed. */
export const isWithoutReceipt = (error: Error | null): boolean =>
  error instanceof ApiError && ['waiting', 'removed', 'forbidden'].includes(error.code);

/** Returns the public keys with which this site's receipts are checked. */
export async function loadReceiptKeys() {
  return (await callPublic('GET /public/receipt-keys')).keys;
}
