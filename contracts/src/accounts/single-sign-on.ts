import { Type } from 'typebox';
import { SignedIn } from './auth.ts';
import { Closed, Done, Nullable, OneOf } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { ProviderName } from './sign-in-ways.ts';

/** Longest answer of a provider: the query of the address that it sends the browser to. */
const ANSWER_MAX = 8_192;
/** Longest logout token of a provider. */
const LOGOUT_TOKEN_MAX = 8_192;

/** An e-mail domain, in lower case. */
const Domain = Type.String({ pattern: '^[a-z0-9.-]{4,253}$', maxLength: 253, examples: ['example.com'] });

/** Whose passwords are accepted: everybody's, or only an owner's, with a second step. */
const Passwords = OneOf(['all', 'owners'] as const);

/** How users may sign in to this deployment. */
export const SignInOptions = Closed({ provider: Nullable(ProviderName), passwords: Passwords });
export type SignInOptions = Type.Static<typeof SignInOptions>;

export const getSignInOptions = endpoint({
  method: 'GET',
  url: '/single-sign-on',
  access: 'public',
  tag: 'Sign-in',
  summary: 'How users may sign in here',
  reply: SignInOptions,
});

/** Begins a sign-in with the provider; a cookie binds it to the browser, for ten minutes. */
export const startSingleSignOn = endpoint({
  method: 'POST',
  url: '/single-sign-on/start',
  access: 'public',
  tag: 'Sign-in',
  summary: 'Sign in with the provider: the address to send the browser to',
  body: Closed({
    /** Makes the provider request the password again, or the choice of an account. */
    prompt: Type.Optional(OneOf(['login', 'select_account'] as const)),
  }),
  reply: Closed({ url: Type.String({ maxLength: 8_192 }) }),
});

/** Ends a sign-in with the provider, once; an account with a second step answers `second_factor`, like the login. */
export const finishSingleSignOn = endpoint({
  method: 'POST',
  url: '/single-sign-on/finish',
  access: 'public',
  tag: 'Sign-in',
  summary: "Sign in with the provider's answer",
  body: Closed({
    answer: Type.String({
      pattern: '^[\\x21-\\x7e]*$',
      maxLength: ANSWER_MAX,
      description: 'The query of the address to which the provider sent the browser back, without the question mark.',
      examples: ['code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj'],
    }),
  }),
  reply: SignedIn,
});

/** The back-channel logout address for the provider (OpenID Connect Back-Channel Logout 1.0). */
export const backChannelLogout = endpoint({
  method: 'POST',
  url: '/single-sign-on/logout',
  access: 'public',
  tag: 'Sign-in',
  summary: "End sign-ins, with the provider's logout token",
  body: Closed({ logout_token: Type.String({ pattern: '^[\\w.-]*$', maxLength: LOGOUT_TOKEN_MAX }) }),
  reply: Done,
});

/** The settings that the owner sees and may change. */
export const CompanySingleSignOn = Closed({
  /** The provider's name; null if the deployment has none. */
  provider: Nullable(ProviderName),
  passwords: Passwords,
  /** New users of this e-mail domain become interviewers of the company when they sign in; null if that is off. */
  domain: Nullable(Domain),
  /** The domain that the owner may switch on; null if theirs is not one of the deployment's. */
  offered_domain: Nullable(Domain),
});
export type CompanySingleSignOn = Type.Static<typeof CompanySingleSignOn>;

export const getCompanySingleSignOn = endpoint({
  method: 'GET',
  url: '/company/single-sign-on',
  access: 'owner',
  tag: 'Company',
  summary: 'How the company signs in with the provider',
  reply: CompanySingleSignOn,
});

export const changeCompanySingleSignOn = endpoint({
  method: 'PUT',
  url: '/company/single-sign-on',
  access: 'owner',
  tag: 'Company',
  summary: 'Let new users of an e-mail domain become interviewers, or not',
  body: Closed({ domain: Nullable(Domain) }),
  reply: CompanySingleSignOn,
});
