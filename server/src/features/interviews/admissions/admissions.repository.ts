import { WAITING_AWAY_S, type Admission, type WaitingCandidate } from '@cip/contracts/interviews/admissions';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { countRows, hasChanged } from '../../../platform/database/endings.ts';

const isConnected = sql<boolean>`seen_at > clock_timestamp() - make_interval(secs => ${WAITING_AWAY_S})`;

/** Returns and locks an interview for a change of its admissions, or returns undefined. */
export function lockForAdmission(trx: Transaction, interviewId: string) {
  return trx
    .selectFrom('interviews')
    .select(['status', 'candidate_name'])
    .where('id', '=', interviewId)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns a candidate's admission with the name of the user who decided, or undefined. */
export function findAdmission(db: Database, interviewId: string, candidateId: string) {
  return db
    .selectFrom('candidates')
    .leftJoin('users', 'users.id', 'candidates.admission_by')
    .select(['candidates.name', 'admission', 'removed_at', 'users.name as by'])
    .where('candidates.id', '=', candidateId)
    .where('interview_id', '=', interviewId)
    .executeTakeFirst();
}

/** Stores a decision about a candidate; if they are rejected, they are removed as well. */
export async function setAdmission(
  trx: Transaction,
  interviewId: string,
  candidateId: string,
  { admission, by }: { admission: Admission; by: string },
): Promise<void> {
  await trx
    .updateTable('candidates')
    .set({
      admission,
      admission_by: by,
      admission_since: sql<string>`clock_timestamp()`,
      seen_at: sql<string>`clock_timestamp()`,
      ...(admission === 'rejected' && { removed_at: sql<string>`clock_timestamp()` }),
    })
    .where('id', '=', candidateId)
    .where('candidates.interview_id', '=', interviewId)
    .execute();
}

/** Admits all candidates of an interview who wait, and returns them in the order of their arrival. */
export async function admitAll(
  trx: Transaction,
  interviewId: string,
  by: string,
): Promise<{ id: string; name: string }[]> {
  const rows = await trx
    .updateTable('candidates')
    .set({ admission: 'admitted', admission_by: by, admission_since: sql<string>`clock_timestamp()` })
    .where('interview_id', '=', interviewId)
    .where('admission', '=', 'waiting')
    .where('removed_at', 'is', null)
    .returning(['id', 'name', 'joined_at'])
    .execute();
  return rows.toSorted((a, b) => a.joined_at.localeCompare(b.joined_at));
}

/** Switches an interview's waiting room. Returns false if it was so already. */
export function setAsking(trx: Transaction, interviewId: string, isOn: boolean): Promise<boolean> {
  return trx
    .updateTable('interviews')
    .set({ asks_before_admitting: isOn })
    .where('id', '=', interviewId)
    .where('asks_before_admitting', '!=', isOn)
    .$call(hasChanged);
}

/** Locks or unlocks a room. Returns false if it was so already. */
export function setLocked(trx: Transaction, interviewId: string, isLocked: boolean): Promise<boolean> {
  return trx
    .updateTable('interviews')
    .set({ is_locked: isLocked })
    .where('id', '=', interviewId)
    .where('is_locked', '!=', isLocked)
    .$call(hasChanged);
}

/** Returns how many candidates wait for an interview and are connected. */
export function countWaiting(db: Database, interviewId: string): Promise<number> {
  return db
    .selectFrom('candidates')
    .where('interview_id', '=', interviewId)
    .where('admission', '=', 'waiting')
    .where('removed_at', 'is', null)
    .where(isConnected)
    .$call(countRows);
}

/**
 * Marks a waiting candidate as connected and returns since when they wait: from now on if they were away before.
 * Returns undefined if the candidate does not wait.
 */
export async function markConnected(
  trx: Transaction,
  candidateId: string,
): Promise<{ since: string; wasAway: boolean; name: string } | undefined> {
  const { rows } = await sql<{ since: string; wasAway: boolean; name: string }>`
    with before as (
      select id, not (${isConnected}) as was_away from candidates
      where id = ${candidateId} and admission = 'waiting' and removed_at is null for update
    )
    update candidates set
      admission_since = case when was_away then clock_timestamp() else admission_since end,
      seen_at = clock_timestamp()
    from before where candidates.id = before.id
    returning admission_since as since, was_away as "wasAway", name`.execute(trx);
  return rows[0];
}

/** Marks waiting candidates as connected. Rows are locked in the order of their ids, so that nodes do not deadlock. */
export async function keepConnected(db: Database, candidateIds: string[]): Promise<void> {
  await sql`
    update candidates set seen_at = clock_timestamp() where id in (
      select id from candidates where id = any(${candidateIds}::uuid[]) and admission = 'waiting' order by id for update
    )`.execute(db);
}

/** Returns the candidates in the list who wait. */
export async function findWaiting(db: Database, candidateIds: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('candidates')
    .select('id')
    .where('id', 'in', candidateIds)
    .where('admission', '=', 'waiting')
    .where('removed_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns the interviews in the list that have a waiting room or are locked. */
export function listGuarded(db: Database, interviewIds: string[]) {
  return db
    .selectFrom('interviews')
    .select(['id', 'asks_before_admitting as asksBeforeAdmitting', 'is_locked as isLocked'])
    .where('id', 'in', interviewIds)
    .where((eb) => eb.or([eb('asks_before_admitting', '=', true), eb('is_locked', '=', true)]))
    .execute();
}

/** Returns the connected candidates who wait for interviews, in the order of their arrival. */
export function listWaiting(
  db: Database,
  interviewIds: string[],
): Promise<(WaitingCandidate & { interviewId: string })[]> {
  return db
    .selectFrom('candidates')
    .select(['id', 'name', 'admission_since as since', 'interview_id as interviewId'])
    .where('interview_id', 'in', interviewIds)
    .where('admission', '=', 'waiting')
    .where('removed_at', 'is', null)
    .where(isConnected)
    .orderBy('admission_since')
    .orderBy('id')
    .execute();
}
