import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

/** A run as its device names it. */
interface OwnRun {
  interviewId: string;
  id: string;
  runnerId: string | null;
}

/** The facts that decide about an answer. */
interface Asking {
  asks: number;
  isWaiting: boolean;
  hasEnded: boolean;
  stdin: string;
}

/**
 * Notes that the program of an active run waits for a line. Returns false if that was known, and while the line before
 * has no answer, because the next one would start the time of the wait again.
 */
export async function insertAsk(db: Database, { interviewId, id, runnerId }: OwnRun, ask: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('runs')
    .set({ asks: ask, asked_at: sql<string>`clock_timestamp()`, answer: null })
    .where('interview_id', '=', interviewId)
    .where('id', '=', id)
    .where(sql<boolean>`runner_id is not distinct from ${runnerId}::uuid`)
    .where('asks', '<', ask)
    .where('asked_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Returns the answer to a request for a line; undefined while there is none. */
export async function findAnswer(db: Database, id: string, ask: number): Promise<{ text: string | null } | undefined> {
  const row = await db
    .selectFrom('runs')
    .select('answer')
    .where('id', '=', id)
    .where('asks', '=', ask)
    .where('asked_at', 'is', null)
    .executeTakeFirst();
  return row && { text: row.answer };
}

/** Returns whether the program of a run waits, and locks the run; undefined for an unknown one. */
export async function lockAsking(trx: Transaction, interviewId: string, id: string): Promise<Asking | undefined> {
  const row = await trx
    .selectFrom('runs')
    .select(['asks', 'asked_at', 'ended_at', 'stdin'])
    .where('interview_id', '=', interviewId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && { asks: row.asks, isWaiting: row.asked_at !== null, hasEnded: row.ended_at !== null, stdin: row.stdin };
}

/** Stores an answer and the run's input with it: the program waits no longer. */
export async function storeAnswer(
  trx: Transaction,
  id: string,
  { text, stdin }: { text: string | null; stdin: string },
): Promise<void> {
  await trx
    .updateTable('runs')
    .set({
      answer: text,
      stdin,
      waited_ms: sql<number>`waited_ms + (extract(epoch from clock_timestamp() - asked_at) * 1000)::int`,
      asked_at: null,
      changed_at: sql<string>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute();
}
