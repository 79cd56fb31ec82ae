import { callPublic } from '../../shared/api/api-client.ts';

/** Restores the e-mail that a mail's link refers to; resolves to the token of a reset link. */
export async function undoChange(token: string): Promise<string> {
  return (await callPublic('POST /undo-email-change', { body: { token } })).token;
}

/** Confirms the e-mail that a mail's link refers to; resolves to the server's message. */
export async function confirmEmail(token: string): Promise<string> {
  return (await callPublic('POST /verify-email', { body: { token } })).message;
}
