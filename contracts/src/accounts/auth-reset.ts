import { Type } from 'typebox';
import { Closed, Done, Email, Password } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';

/** Returns the same reply after the same time, even if the e-mail has no account. */
export const forgotPassword = endpoint({
  method: 'POST',
  url: '/forgot-password',
  access: 'public',
  tag: 'Sign-in',
  summary: 'Ask for a mail with a link to a new password',
  body: Closed({ email: Email }),
  reply: Done,
});

/** Ends every sign-in of the account. The token works once. */
export const resetPassword = endpoint({
  method: 'POST',
  url: '/reset-password',
  access: 'public',
  tag: 'Sign-in',
  summary: 'Choose a new password with the token of the mail',
  body: Closed({ token: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', maxLength: 43 }), password: Password }),
  reply: Done,
});
