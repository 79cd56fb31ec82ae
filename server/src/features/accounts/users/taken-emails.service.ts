import type { FastifyRequest } from 'fastify';
import type { LimitContext } from '../../../context.ts';
import { principalOf } from '../../../platform/http/authenticate.ts';
import { networkOf } from '../../../platform/http/network.ts';
import { TakenEmail } from './users.service.ts';

/**
 * Runs `act`, which sets an account's e-mail, and counts attempts with a taken e-mail, because they show which e-mails
 * have accounts. Throws TooManyFailures, and the errors of `act`.
 */
export async function limitTakenEmails<T>(
  { limits }: LimitContext,
  request: FastifyRequest,
  act: () => Promise<T>,
): Promise<T> {
  const [account, network] = [principalOf(request).userId, networkOf(request.ip)];
  await limits.takenEmails.take(account);
  await limits.takenEmailsNetwork.take(network);
  let isTaken = false;
  try {
    return await act();
  } catch (error) {
    isTaken = error instanceof TakenEmail;
    throw error;
  } finally {
    if (!isTaken)
      await Promise.all([limits.takenEmails.giveBack(account), limits.takenEmailsNetwork.giveBack(network)]);
  }
}
