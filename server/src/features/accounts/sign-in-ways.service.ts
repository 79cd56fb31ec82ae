import type { SignInWays } from '@cip/contracts/accounts/sign-in-ways';
import type { SignInOptions } from '@cip/contracts/accounts/single-sign-on';
import type { Config } from '../../platform/config/config.ts';
import type { AppContext, LinkContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { hasSecondFactor } from './second-factor/second-factor.service.ts';
import * as identities from './records/identities.repository.ts';

type Settings = Pick<Config, 'oidc'>;

interface User {
  id: string;
  role: string;
  has_password: boolean;
}

/** Returns how users may sign in here. */
export function signInOptions({ oidc }: Settings): SignInOptions {
  return { provider: oidc?.name ?? null, passwords: oidc?.isOnlyWay ? 'owners' : 'all' };
}

/** Returns whether a user's password is accepted: with SIGN_IN=oidc only if an owner has a second step. */
export async function acceptsPassword(
  { db, config }: LinkContext,
  { id, role, has_password: hasPassword }: User,
): Promise<boolean> {
  if (!hasPassword || !config.oidc?.isOnlyWay) return hasPassword;
  return role === 'owner' && hasSecondFactor(db, id);
}

/** Returns how an account may sign in, as part of its reply; nothing if the deployment has no provider. */
export async function readSignInWays(ctx: LinkContext, userId: string): Promise<{ sign_in?: SignInWays }> {
  const { oidc } = ctx.config;
  const user = oidc && (await identities.findSignInFacts(ctx.db, userId, oidc.issuer));
  if (!oidc || !user) return {};
  return { sign_in: { provider: user.is_linked ? oidc.name : null, password: await acceptsPassword(ctx, user) } };
}

/** Returns the refusal of a password. */
export function passwordOff({ oidc }: Settings): AppError {
  if (!oidc) return new AppError('password_off', 'Your account has no password yet. Ask for a link to choose one.');
  const message = oidc.isOnlyWay
    ? `Passwords are switched off here. Please sign in with ${oidc.name}.`
    : `Your account has no password. Please sign in with ${oidc.name}.`;
  return new AppError('password_off', message);
}

/** Throws `password_off` if passwords work only for owners with a second step. */
export function refuseWherePasswordsAreOff({ config }: Pick<AppContext, 'config'>): void {
  if (config.oidc?.isOnlyWay) throw passwordOff(config);
}
