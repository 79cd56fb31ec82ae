import type { Transaction } from 'kysely';
import type { PlatformContext } from '../context.ts';
import type { Tables } from '../database/database.ts';
import { createFailureLimit, TooManyFailures } from '../redis/failure-limit.ts';
import type { MailKind, MailOrder } from './mail-queue.ts';

const DAY_SECONDS = 24 * 3600;

/** Orders a mail that `key` still has free today, in the transaction of what it tells of; others are dropped. */
export type OrderCounted = <Kind extends MailKind>(
  trx: Transaction<Tables>,
  key: string,
  order: MailOrder<Kind> & { companyId: string },
) => Promise<void>;

/**
 * Mails to addresses that nobody has proven to be theirs: a company may cause so many in a day. Where no mail is sent
 * nothing is ordered or counted. `spent` is what the log says of one that is dropped.
 */
export function countMails(
  { mails, config, redis, log }: Pick<PlatformContext, 'mails' | 'config' | 'redis' | 'log'>,
  { purpose, perDay, spent }: { purpose: string; perDay: number; spent: string },
): OrderCounted {
  const limit = createFailureLimit({
    redis,
    enabled: config.rateLimits,
    purpose,
    max: perDay,
    windowSeconds: DAY_SECONDS,
  });
  return async (trx, key, order) => {
    if (!mails.isOn) return;
    try {
      await limit.take(key);
    } catch (error) {
      if (!(error instanceof TooManyFailures)) throw error;
      return log.warn({ companyId: order.companyId, kind: order.kind }, spent);
    }
    await mails.order(trx, order);
  };
}
