import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from '../database/database.ts';
import { TooManyFailures, type FailureLimit } from '../redis/failure-limit.ts';
import type { MailKind, MailOrder, MailQueue } from './mail-queue.ts';

/** A limit on e-mails, and the key that it counts by. */
export interface KeyedLimit {
  limit: FailureLimit;
  key: string;
}

/**
 * Orders an e-mail to an unconfirmed address, in the transaction of the change that it reports. Beyond one of the
 * limits it is dropped and logged, and this returns false; if mail is off, nothing is ordered or counted.
 */
export async function orderLimited<Kind extends MailKind>(
  { mails, log }: { mails: MailQueue; log: FastifyBaseLogger },
  trx: Transaction,
  order: MailOrder<Kind>,
  ...limits: KeyedLimit[]
): Promise<boolean> {
  if (!mails.isOn) return true;
  try {
    for (const { limit, key } of limits) await limit.take(key);
  } catch (error) {
    if (!(error instanceof TooManyFailures)) throw error;
    log.warn({ companyId: order.companyId, kind: order.kind }, 'e-mail dropped: its limit for today is reached');
    return false;
  }
  await mails.order(trx, order);
  return true;
}
