import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe';

/**
 * Sends a request that creates or closes an object once under its key. Stripe repeats the key's reply for a day, even
 * its own failure; then the request is sent again with a new key. If no reply comes, the next call has the same key.
 */
export async function sendOnce<T>(
  idempotencyKey: string,
  send: (options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
  try {
    return await send({ idempotencyKey });
  } catch (error) {
    if (!isFailureOfStripe(error)) throw error;
    // The client has repeated the first one already.
    return send({ idempotencyKey: `${idempotencyKey}-${randomUUID()}`, maxNetworkRetries: 0 });
  }
}

function isFailureOfStripe(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && Number(error.statusCode) >= 500;
}
