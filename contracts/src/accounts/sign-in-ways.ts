import { Type } from 'typebox';
import { Closed, Line, Nullable } from '../protocol/common.ts';

/** Longest name of the sign-in provider, in code points. */
export const PROVIDER_NAME_MAX = 40;
export const ProviderName = Line(PROVIDER_NAME_MAX);

/** How an account may sign in. Absent where the deployment has no provider: by password. */
export const SignInWays = Closed({
  /** The provider's name when the account is linked to it. */
  provider: Nullable(ProviderName),
  /** Whether it has a password that is accepted here. */
  password: Type.Boolean(),
});
export type SignInWays = Type.Static<typeof SignInWays>;
