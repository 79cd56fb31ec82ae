import type { forgotPassword, resetPassword } from '@cip/contracts/auth-reset';
import { callPublic } from '../../shared/api/api-client.ts';

/** Asks for a mail with a link; the answer is the same whoever the e-mail belongs to. */
export async function askForLink(email: string): Promise<string> {
  return (await callPublic<typeof forgotPassword>('POST', '/forgot-password', { body: { email } })).message;
}

/** Sets a new password with the token of the mail. A link that does not work any more is an ApiError with 422. */
export function chooseNewPassword(token: string, password: string) {
  return callPublic<typeof resetPassword>('POST', '/reset-password', { body: { token, password } });
}
