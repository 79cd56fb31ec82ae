import type { Interviewer, User } from '@cip/contracts/interviewers';
import { sql, type Transaction } from 'kysely';
import type { Database, Tables } from '../../platform/database/database.ts';
import { USER_COLUMNS } from '../accounts/users/users.service.ts';

const hasSecondFactor = sql<boolean>`exists (
  select from second_factors where user_id = users.id and confirmed_at is not null)`;

/** Locks an interviewer of the company until the transaction ends and returns them, or undefined. */
export function lockInterviewer(
  trx: Transaction<Tables>,
  companyId: string,
  userId: string,
): Promise<User | undefined> {
  return trx
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where('role', '=', 'interviewer')
    .forUpdate()
    .executeTakeFirst();
}

/** Deletes an interviewer of the company with their sign-ins. */
export async function deleteInterviewer(trx: Transaction<Tables>, companyId: string, userId: string): Promise<void> {
  await trx
    .deleteFrom('users')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where('role', '=', 'interviewer')
    .execute();
}

/** Returns interviewers of the company in the order they were added. */
export function listInterviewers(
  db: Database,
  companyId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Interviewer[]> {
  return db
    .selectFrom('users')
    .select([...USER_COLUMNS, hasSecondFactor.as('has_second_factor')])
    .where('company_id', '=', companyId)
    .where('role', '=', 'interviewer')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}
