import { Type } from 'typebox';
import { Closed, Done, Id, IdParams, Line, Moment } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { NO_SUCH_SIGN_IN } from '../protocol/not-found.ts';

/** The most sign-ins in a list, the last used first. */
export const SIGN_INS_MAX = 100;

/** A sign-in of the caller that has not ended. */
export const SignIn = Closed({
  id: Id,
  /** Browser and system, such as `Firefox on Android`. */
  device: Line(80),
  /** The client's address without its last part; blank if unknown. */
  address: Line(60),
  created_at: Moment,
  last_used_at: Moment,
  /** Whether the caller uses it now. */
  current: Type.Boolean(),
});
export type SignIn = Type.Static<typeof SignIn>;

export const listSignIns = endpoint({
  method: 'GET',
  url: '/user/sign-ins',
  access: 'account',
  tag: 'Account',
  summary: 'Where you are signed in',
  reply: Closed({ data: Type.Array(SignIn, { maxItems: SIGN_INS_MAX }) }),
});

export const endSignIn = endpoint({
  method: 'DELETE',
  url: '/user/sign-ins/:id',
  access: 'account',
  tag: 'Account',
  summary: 'End one of your sign-ins; its token dies on every node',
  params: IdParams,
  reply: Done,
  notFound: NO_SUCH_SIGN_IN,
});

export const endOtherSignIns = endpoint({
  method: 'POST',
  url: '/user/sign-ins/end-others',
  access: 'account',
  tag: 'Account',
  summary: 'End all your sign-ins but this one',
  reply: Done,
});
