import { Type } from 'typebox';
import { Closed, Line, Nullable } from '../protocol/common.ts';

/** Longest name of the sign-in provider, in code points. */
export const PROVIDER_NAME_MAX = 40;
export const ProviderName = Line(PROVIDER_NAME_MAX);

/** How an account may sign in; by password if absent, because the deployment has no provider. */
export const SignInWays = Closed({
  /** The provider's name if the account is linked to it. */
  provider: Nullable(ProviderName),
  /** Whether it has a password that is accepted here. */
  password: Type.Boolean(),
});
export type SignInWays = Type.Static<typeof SignInWays>;
