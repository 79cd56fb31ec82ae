import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import type { Tables } from '../database/database.ts';
import { TooManyFailures, type FailureLimit } from '../redis/failure-limit.ts';
import type { MailKind, MailOrder, MailQueue } from './mail-queue.ts';

/**
 * Orders an e-mail to an unconfirmed address, in the transaction of the change that it reports. Beyond `limit` it is
 * dropped and logged; if mail is off, nothing is ordered or counted.
 */
export async function orderLimited<Kind extends MailKind>(
  { mails, log }: { mails: MailQueue; log: FastifyBaseLogger },
  trx: Transaction<Tables>,
  order: MailOrder<Kind> & { companyId: string },
  { limit, key }: { limit: FailureLimit; key: string },
): Promise<void> {
  if (!mails.isOn) return;
  try {
    await limit.take(key);
  } catch (error) {
    if (!(error instanceof TooManyFailures)) throw error;
    return log.warn({ companyId: order.companyId, kind: order.kind }, 'e-mail dropped: its limit for today is reached');
  }
  await mails.order(trx, order);
}
