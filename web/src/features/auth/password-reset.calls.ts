import { callPublic } from '../../shared/api/api-client.ts';

/** Requests a mail with a reset link; resolves to the server's message, which is the same for unknown e-mails. */
export async function requestResetLink(email: string): Promise<string> {
  return (await callPublic('POST /forgot-password', { body: { email } })).message;
}

/** Sets a new password with the token of a reset link. Throws ApiError with 422 if the link has expired or was used. */
export function chooseNewPassword(token: string, password: string) {
  return callPublic('POST /reset-password', { body: { token, password } });
}
