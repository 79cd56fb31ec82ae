import { sql, type Transaction } from 'kysely';
import type { Database, Tables } from '../../platform/database/database.ts';
import { absentIds } from '../../platform/database/absent-ids.ts';

/** Locks the interview behind a link until the transaction ends, or answers with undefined. */
export function lockByLink(trx: Transaction<Tables>, roomCode: string) {
  return trx
    .selectFrom('interviews')
    .select(['id', 'status', 'candidate_name'])
    .where('room_code', '=', roomCode)
    .forUpdate()
    .executeTakeFirst();
}

/** Keeps the name of the first candidate. */
export async function nameCandidate(trx: Transaction<Tables>, interviewId: string, name: string): Promise<void> {
  await trx.updateTable('interviews').set({ candidate_name: name }).where('id', '=', interviewId).execute();
}

/** How often candidates joined an interview. */
export async function countCandidates(trx: Transaction<Tables>, interviewId: string): Promise<number> {
  const row = await trx
    .selectFrom('candidates')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('interview_id', '=', interviewId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Adds a candidate and answers with their participant id. */
export async function insertCandidate(trx: Transaction<Tables>, interviewId: string, name: string): Promise<string> {
  const row = await trx
    .insertInto('candidates')
    .values({ interview_id: interviewId, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A candidate of an interview, or undefined. */
export function findCandidate(db: Database, candidateId: string, interviewId: string) {
  return db
    .selectFrom('candidates')
    .select(['id', 'name', 'removed_at'])
    .where('id', '=', candidateId)
    .where('interview_id', '=', interviewId)
    .executeTakeFirst();
}

/** Notes that a candidate of an interview was removed; answers whether there is such a candidate. */
export async function markRemoved(db: Database, candidateId: string, interviewId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('candidates')
    .set({ removed_at: sql<string>`now()` })
    .where('id', '=', candidateId)
    .where('interview_id', '=', interviewId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those of the candidates who were removed from their interview, or are gone with it. */
export async function removedAmong(db: Database, ids: string[]): Promise<string[]> {
  const staying = await db
    .selectFrom('candidates')
    .select('id')
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute();
  return absentIds(ids, staying);
}
