import type { Admission } from '@cip/contracts/interviews/admissions';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { hasChanged } from '../../platform/database/endings.ts';
import { preparedQuery } from '../../platform/database/prepared-query.ts';
import { absentIds } from '../../platform/database/absent-ids.ts';

/** Returns and locks the interview behind a link, of any company, or returns undefined. */
export async function lockByLink(trx: Transaction, roomCode: string) {
  const [interview] = await selectForJoin(trx, { roomCode });
  return interview;
}

const selectForJoin = preparedQuery((trx, { roomCode }: { roomCode: string }) =>
  trx
    .selectFrom('interviews')
    .select(['id', 'status', 'candidate_name', 'asks_before_admitting', 'is_locked'])
    .where('room_code', '=', roomCode)
    .forUpdate(),
);

/** Returns the plan of an interview by its link, and locks it for the transaction; undefined for an unknown link. */
export function lockPlanByLink(trx: Transaction, roomCode: string) {
  return trx
    .selectFrom('interviews')
    .select(['id', 'company_id', 'status', 'declined_at'])
    .where('room_code', '=', roomCode)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores the name of the first candidate. */
export async function setCandidateName(trx: Transaction, interviewId: string, name: string): Promise<void> {
  await trx.updateTable('interviews').set({ candidate_name: name }).where('id', '=', interviewId).execute();
}

/** Returns how many candidates joined an interview. */
export async function countCandidates(trx: Transaction, interviewId: string): Promise<number> {
  const [row] = await countOf(trx, { interviewId });
  return row?.count ?? 0;
}

const countOf = preparedQuery((trx, { interviewId }: { interviewId: string }) =>
  trx
    .selectFrom('candidates')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('interview_id', '=', interviewId),
);

/** Returns when the first of an interview's candidates was let in, or null. */
export async function firstJoinedAt(db: Database, interviewId: string): Promise<string | null> {
  const [row] = await selectFirstJoined(db, { interviewId });
  return row?.at ?? null;
}

const selectFirstJoined = preparedQuery((db, { interviewId }: { interviewId: string }) =>
  db
    .selectFrom('candidates')
    .select((eb) => eb.fn.min('admission_since').as('at'))
    .where('interview_id', '=', interviewId)
    .where('admission', '=', 'admitted'),
);

/** Adds a candidate and returns their participant id. */
export async function insertCandidate(
  trx: Transaction,
  interviewId: string,
  name: string,
  admission: Admission,
): Promise<string> {
  const [row] = await insertOne(trx, { interview_id: interviewId, name, admission });
  if (!row) throw new Error('An insert returns its row.');
  return row.id;
}

const insertOne = preparedQuery((trx, candidate: { interview_id: string; name: string; admission: Admission }) =>
  trx
    .insertInto('candidates')
    .values({ interview_id: candidate.interview_id, name: candidate.name, admission: candidate.admission })
    .returning('id'),
);

/** Returns a candidate of an interview, or undefined. */
export function findCandidate(db: Database, candidateId: string, interviewId: string) {
  return db
    .selectFrom('candidates')
    .select(['id', 'name', 'removed_at', 'admission', 'admission_by'])
    .where('id', '=', candidateId)
    .where('interview_id', '=', interviewId)
    .executeTakeFirst();
}

/** Marks a candidate of an interview as removed. Returns false if there is no such candidate. */
export function markCandidateRemoved(db: Database, candidateId: string, interviewId: string): Promise<boolean> {
  return db
    .updateTable('candidates')
    .set({ removed_at: sql<string>`now()` })
    .where('id', '=', candidateId)
    .where('interview_id', '=', interviewId)
    .$call(hasChanged);
}

/** Returns the candidates in the list who were removed, or whose interview was deleted. */
export async function findRemovedCandidates(db: Database, ids: string[]): Promise<string[]> {
  const present = await db
    .selectFrom('candidates')
    .select('id')
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute();
  return absentIds(ids, present);
}
