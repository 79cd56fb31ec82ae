import type { LimitContext } from '../../../context.ts';

/** An attempt to sign in, before its outcome is known. */
export interface LoginAttempt {
  /** The account's e-mail in lower case. */
  account: string;
  network: string;
  /** The known device of this account that sends it, or null. */
  device: string | null;
  /** Whether the account is signed in from this network. */
  isKnownNetwork: boolean;
}

/** Call it when the attempt succeeded. */
type Succeed = () => Promise<void>;

/**
 * Counts an attempt at one step of the sign-in and returns the function that reports its success. Throws
 * TooManyFailures. Each network, and each device that the account knows, has attempts of its own, so that guessing does
 * not lock the owner out; unknown networks and devices share the attempts of strangers.
 */
export async function countLoginAttempt(
  { limits }: LimitContext,
  step: 'login' | 'secondFactor',
  { account, network, device, isKnownNetwork }: LoginAttempt,
): Promise<Succeed> {
  const [each, strangers] = [limits[step], limits[`${step}Strangers` as const]];
  const networks = limits[`${step}Network` as const];
  const key = device === null ? `${account}|${network}` : `${account}|device ${device}`;
  await each.take(key);
  if (device === null) await networks.take(network);
  const isStranger = device === null && !isKnownNetwork;
  if (isStranger) await strangers.take(account);
  return async () => {
    await each.succeed(key);
    if (device === null) await networks.giveBack(network);
    if (isStranger) await strangers.giveBack(account);
  };
}
