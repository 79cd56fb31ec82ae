import { Type } from 'typebox';
import { FactorCode } from './auth-second-factor.ts';
import { Closed, Done, Password } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';

/** The token of an e-mailed link: 256 random bits. */
export const LinkToken = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', maxLength: 43 });

/** Makes this sign-in recent: changes to the account need that (error code `reauthenticate`). */
export const reauthenticate = endpoint({
  method: 'POST',
  url: '/user/reauthenticate',
  access: 'account',
  tag: 'Account',
  summary: 'Prove again who you are: the password and, where the second step is on, a code',
  body: Closed({ password: Password, code: Type.Optional(FactorCode) }),
  reply: Done,
});

/** Confirms the e-mail of the company, and sends the invitations that waited for it. */
export const verifyEmail = endpoint({
  method: 'POST',
  url: '/verify-email',
  access: 'public',
  tag: 'Sign-in',
  summary: 'Confirm the e-mail with the token of the mail',
  body: Closed({ token: LinkToken }),
  reply: Done,
});

export const sendVerification = endpoint({
  method: 'POST',
  url: '/user/verification-mail',
  access: 'owner',
  tag: 'Account',
  summary: 'Send the mail with the link that confirms the e-mail again',
  reply: Done,
});

/** Returns the token of a reset link, because the old password no longer works. */
export const undoEmailChange = endpoint({
  method: 'POST',
  url: '/undo-email-change',
  access: 'public',
  tag: 'Sign-in',
  summary: 'Restore the e-mail with the token of the mail; every sign-in and open reset link ends',
  body: Closed({ token: LinkToken }),
  reply: Closed({ token: LinkToken }),
});
