import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { inScope, type Scope } from './scope.service.ts';

/** Sets an interview to active, started now by a user. */
export async function markStarted(
  trx: Transaction,
  { companyId, userId }: { companyId: string; userId: string },
  id: string,
): Promise<void> {
  await trx
    .updateTable('interviews')
    .set({ status: 'active', started_at: sql<string>`now()`, started_by: userId })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Sets an interview to completed, ended now. */
export async function markEnded(trx: Transaction, companyId: string, id: string): Promise<void> {
  await trx
    .updateTable('interviews')
    .set({ status: 'completed', ended_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Returns the active interviews in scope. */
export function listActive(db: Database, scope: Scope): Promise<{ id: string; room_code: string }[]> {
  return db
    .selectFrom('interviews')
    .select(['id', 'room_code'])
    .where(inScope(scope))
    .where('status', '=', 'active')
    .execute();
}

/** Returns the ids of the company's planned interviews that are not over and whose candidates have an address. */
export async function listInvited(db: Database, companyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('interviews')
    .select('id')
    .where('company_id', '=', companyId)
    .where('status', '=', 'scheduled')
    .where('candidate_email', 'is not', null)
    .where(sql<boolean>`scheduled_at + make_interval(mins => minutes) > now()`)
    .orderBy('scheduled_at')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the ids of up to `limit` of the company's interviews. */
export async function listIds(db: Database, companyId: string, limit: number): Promise<string[]> {
  const some = db.selectFrom('interviews').select('id').where('company_id', '=', companyId).orderBy('id').limit(limit);
  return (await some.execute()).map(({ id }) => id);
}

/** Deletes an interview of any company with all its data. */
export async function removeById(db: Database, id: string): Promise<void> {
  await db.deleteFrom('interviews').where('id', '=', id).execute();
}

/** Records the start of an interview, for the plan's monthly limit. */
export async function recordStart(trx: Transaction, companyId: string, interviewId: string): Promise<void> {
  await trx
    .insertInto('interview_starts')
    .values({ interview_id: interviewId, company_id: companyId, started_at: sql<string>`now()` })
    .execute();
}
