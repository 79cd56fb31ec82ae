import type { undoEmailChange } from '@cip/contracts/auth-recovery';
import { callPublic } from '../../shared/api-client.ts';

/** Restores the e-mail of a mail's link; resolves to the token of a reset link. */
export async function undoChange(token: string): Promise<string> {
  return (await callPublic<typeof undoEmailChange>('POST', '/undo-email-change', { body: { token } })).token;
}
