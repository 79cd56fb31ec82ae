import type { AppContext } from '../../../context.ts';
import { createFailureLimit } from '../../../platform/redis/failure-limit.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { tellOfFactor } from './second-factor-mails.service.ts';

/** Wrong codes after the right password before its user gets a mail. */
const WRONG_CODES_MAX = 5;
/** They are counted over this time, in seconds, which has one mail at most: a day. */
const WINDOW_SECONDS = 24 * 3600;

type User = Pick<Principal, 'companyId' | 'userId'>;

/** Creates the counter of wrong codes. It refuses nothing: the fifth in a day sends the user a mail. */
export function openWrongCodes({ db, redis, mails }: Pick<AppContext, 'db' | 'redis' | 'mails'>) {
  // Not a limit, so RATE_LIMITS does not switch it off.
  const shared = { redis, enabled: true, windowSeconds: WINDOW_SECONDS };
  const wrong = createFailureLimit({ ...shared, purpose: 'wrong-codes', max: WRONG_CODES_MAX - 1 });
  const told = createFailureLimit({ ...shared, purpose: 'wrong-codes-mail', max: 1 });
  const isWithin = (limit: typeof wrong, userId: string) =>
    limit.take(userId).then(
      () => true,
      () => false,
    );
  return async (user: User): Promise<void> => {
    if ((await isWithin(wrong, user.userId)) || !(await isWithin(told, user.userId))) return;
    await db.transaction().execute((trx) => tellOfFactor({ mails }, trx, user, 'wrong-codes'));
  };
}
