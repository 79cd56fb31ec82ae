import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../../context.ts';
import { principalOf } from '../../../platform/http/authenticate.ts';
import { createFailureLimit } from '../../../platform/redis/failure-limit.ts';
import { networkOf } from '../../../platform/http/network.ts';
import { TakenEmail } from './users.service.ts';

/** E-mails with an account that one account may try before it waits: a person who adds colleagues meets one or two. */
const TAKEN_MAX = 5;
/** The same for all accounts of one network. */
const TAKEN_FROM_NETWORK_MAX = 20;
const WINDOW_SECONDS = 15 * 60;

/** Does what gives an account an e-mail. Throws TooManyFailures where too many tries met an e-mail with an account. */
export type GiveEmail = <T>(request: FastifyRequest, act: () => Promise<T>) => Promise<T>;

/** Creates the limit that keeps a signed-in account from finding out which e-mails have accounts. */
export function limitTakenEmails({ redis, config }: Pick<AppContext, 'redis' | 'config'>): GiveEmail {
  const shared = { redis, enabled: config.rateLimits, windowSeconds: WINDOW_SECONDS };
  const byAccount = createFailureLimit({ ...shared, purpose: 'taken-emails', max: TAKEN_MAX });
  const byNetwork = createFailureLimit({ ...shared, purpose: 'taken-emails-network', max: TAKEN_FROM_NETWORK_MAX });
  return async (request, act) => {
    const [account, network] = [principalOf(request).userId, networkOf(request.ip)];
    await byAccount.take(account);
    await byNetwork.take(network);
    try {
      const result = await act();
      await Promise.all([byAccount.giveBack(account), byNetwork.giveBack(network)]);
      return result;
    } catch (error) {
      if (!(error instanceof TakenEmail)) await Promise.all([byAccount.giveBack(account), byNetwork.giveBack(network)]);
      throw error;
    }
  };
}
