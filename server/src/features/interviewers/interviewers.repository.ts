import type { Interviewer, User } from '@cip/contracts/accounts/interviewers';
import type { GivenRole } from '@cip/contracts/accounts/roles';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { USER_COLUMNS } from '../accounts/users/users.service.ts';

const hasSecondFactor = sql<boolean>`exists (
  select from second_factors where user_id = users.id and confirmed_at is not null)`;

/** Whether they have neither chosen a password nor signed in with the provider. */
const isInvited = sql<boolean>`not has_password and not exists (
  select from provider_identities where user_id = users.id)`;

const lastActiveAt = sql<string | null>`(
  select max(last_used_at) from auth_sessions where user_id = users.id)`;

/** Locks a user of the company other than its owner until the transaction ends and returns them, or undefined. */
export function lockInterviewer(
  trx: Transaction,
  companyId: string,
  userId: string,
): Promise<(User & { role: GivenRole; is_invited: boolean }) | undefined> {
  return trx
    .selectFrom('users')
    .select([...USER_COLUMNS, isInvited.as('is_invited')])
    .$narrowType<{ role: GivenRole }>()
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where('role', '!=', 'owner')
    .forUpdate()
    .executeTakeFirst();
}

/** Deletes a user of the company other than its owner, with their sign-ins. */
export async function deleteInterviewer(trx: Transaction, companyId: string, userId: string): Promise<void> {
  await trx
    .deleteFrom('users')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where('role', '!=', 'owner')
    .execute();
}

/** Returns the users of the company without its owner, in the order they were added. */
export function listInterviewers(
  db: Database,
  companyId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Interviewer[]> {
  return db
    .selectFrom('users')
    .select([...USER_COLUMNS, hasSecondFactor.as('has_second_factor'), lastActiveAt.as('last_active_at')])
    .where('company_id', '=', companyId)
    .where('role', '!=', 'owner')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}
