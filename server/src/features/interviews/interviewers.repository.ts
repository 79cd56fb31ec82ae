import type { InterviewerRef } from '@cip/contracts/interviews/plan-fields';
import type { Role } from '@cip/contracts/accounts/roles';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

/**
 * The interviewers with an account of a row of `interviews` that is joined with its leading user; the leading first.
 */
export const interviewersOfRow: RawBuilder<InterviewerRef[]> = sql`(
  select coalesce(json_agg(json_build_object('id', person.id, 'name', person.name) order by person.position), '[]')
  from (
    select users.id, users.name, 0 as position where users.id is not null
    union all
    select colleague.id, colleague.name, chosen.position
    from interview_interviewers chosen join users colleague on colleague.id = chosen.user_id
    where chosen.interview_id = interviews.id
  ) person
)`;

/** Returns the condition that a user is an interviewer of a row of `interviews`. */
export const hasInterviewer = (user: string | RawBuilder<string>) => sql<boolean>`(
  interviews.interviewer_id = ${user}
  or interviews.id = any(array(select interview_id from interview_interviewers where user_id = ${user}))
)`;

/** Returns everyone of the company who can lead an interview, by name; coordinators cannot. */
export function listColleagues(db: Database, companyId: string): Promise<InterviewerRef[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('role', '!=', 'coordinator')
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Returns the users in the list who belong to the company, and holds them until the transaction ends. */
export function holdColleagues(
  trx: Transaction,
  companyId: string,
  ids: string[],
): Promise<(InterviewerRef & { role: Role })[]> {
  return trx
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .forKeyShare()
    .execute();
}

/** Replaces all interviewers but the leading one, in their order. */
export async function replaceOthers(trx: Transaction, interviewId: string, others: InterviewerRef[]): Promise<void> {
  await trx.deleteFrom('interview_interviewers').where('interview_id', '=', interviewId).execute();
  if (others.length === 0) return;
  await trx
    .insertInto('interview_interviewers')
    .values(others.map(({ id }, index) => ({ interview_id: interviewId, user_id: id, position: index + 1 })))
    .execute();
}
