import type { AppContext } from '../../../context.ts';
import { createFailureLimit } from '../../../platform/redis/failure-limit.ts';
import { FAILURES_MAX, FAILURES_WINDOW_SECONDS, NETWORK_FAILURES_MAX } from './failure-limits.ts';

/** A try to sign in, before anything is known of its outcome. */
export interface Guess {
  /** Whom it is about: an e-mail or an account. */
  account: string;
  network: string;
  /** The account's own device it comes from, by an earlier sign-in there. */
  device: string | null;
  /** Somebody is signed in to the account from this network. */
  isKnownNetwork: boolean;
}

/** Counts a guess. Throws TooManyFailures; answers with what to call when it was right. */
export type SignInLimit = (guess: Guess) => Promise<() => Promise<void>>;

/**
 * Limits guessing at an account without handing anybody a way to lock its owner out: a network, and a device the
 * account knows, have each their own few tries. Strangers, from however many networks, share `strangersMax`. A network
 * has `NETWORK_FAILURES_MAX` over all accounts, so that one common password cannot be tried on thousands of them.
 */
export function openSignInLimit(
  { redis, config }: Pick<AppContext, 'redis' | 'config'>,
  purpose: string,
  strangersMax: number,
): SignInLimit {
  const shared = { redis, enabled: config.rateLimits, windowSeconds: FAILURES_WINDOW_SECONDS };
  const each = createFailureLimit({ ...shared, purpose, max: FAILURES_MAX });
  const strangers = createFailureLimit({ ...shared, purpose: `${purpose}-strangers`, max: strangersMax });
  const networks = createFailureLimit({ ...shared, purpose: `${purpose}-network`, max: NETWORK_FAILURES_MAX });
  return async ({ account, network, device, isKnownNetwork }) => {
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
  };
}
