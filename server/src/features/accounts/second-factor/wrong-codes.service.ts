import type { MailContext } from '../../../context.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import type { FailureLimit } from '../../../platform/redis/failure-limit.ts';
import { orderSecondFactorMail } from './second-factor-mails.service.ts';

/** Counts a wrong code after the right password. It refuses nothing: the fifth in a day sends the user an e-mail. */
export async function countWrongCode(
  { db, mails, limits }: MailContext,
  user: Pick<Principal, 'companyId' | 'userId'>,
): Promise<void> {
  if (await isWithin(limits.wrongCodes, user.userId)) return;
  if (!(await isWithin(limits.wrongCodesMail, user.userId))) return;
  await db.transaction().execute((trx) => orderSecondFactorMail({ mails }, trx, user, 'wrong-codes'));
}

function isWithin(limit: FailureLimit, userId: string): Promise<boolean> {
  return limit.take(userId).then(
    () => true,
    () => false,
  );
}
