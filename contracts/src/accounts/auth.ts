import { Type } from 'typebox';
import { Closed, Done, Email, Line, Nullable, Password, SentName, Text } from '../protocol/common.ts';
import { ADDRESS_MAX, Company, PHONE_MAX } from './company.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { SignInWays } from './sign-in-ways.ts';
import { User } from './interviewers.ts';

/** The message of `unauthenticated` for a token whose user was deleted: signing in again would not help. */
export const ACCOUNT_DELETED_MESSAGE = 'This account was deleted.';

/** The company requires a second step that this user has not set up: only the set-up is allowed. */
const NeedsSecondFactor = Type.Optional(Type.Boolean());

/** A signed-in account: the company, and the user if an interviewer signed in under their own name. */
export const Account = Closed({
  company: Company,
  user: Type.Optional(User),
  needs_second_factor: NeedsSecondFactor,
  sign_in: Type.Optional(SignInWays),
});
export type Account = Type.Static<typeof Account>;

/** The bearer token is a signed JWT; clients treat it as opaque. */
export const BearerToken = Type.String({ minLength: 20, maxLength: 2000 });

// Field by field: the web's build retains a spread, with every schema that it names, in the room's chunk.
export const SignedIn = Closed({
  company: Company,
  user: Type.Optional(User),
  needs_second_factor: NeedsSecondFactor,
  sign_in: Type.Optional(SignInWays),
  token: BearerToken,
});

export const register = endpoint({
  method: 'POST',
  url: '/register',
  access: 'public',
  tag: 'Sign-in',
  summary: 'Register a company',
  body: Closed({
    name: SentName,
    email: Email,
    password: Password,
    password_confirmation: Password,
    phone: Type.Optional(Nullable(Line(PHONE_MAX))),
    address: Type.Optional(Nullable(Text(ADDRESS_MAX))),
  }),
  reply: SignedIn,
  status: 201,
});

export const login = endpoint({
  method: 'POST',
  url: '/login',
  access: 'public',
  tag: 'Sign-in',
  summary: 'Sign in',
  body: Closed({ email: Email, password: Password }),
  reply: SignedIn,
});

export const logout = endpoint({
  method: 'POST',
  url: '/logout',
  access: 'account',
  tag: 'Sign-in',
  summary: 'Sign out; the bearer token dies on every node',
  beforeSecondFactor: true,
  reply: Done,
});

export const getAccount = endpoint({
  method: 'GET',
  url: '/user',
  access: 'account',
  tag: 'Account',
  summary: 'The signed-in account',
  beforeSecondFactor: true,
  reply: Account,
});
