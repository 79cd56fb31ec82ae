import type { PlaybackEdit } from '@cip/contracts/playback/playback';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import type { Between } from '../../timeline/timeline.service.ts';

/** Edits that one statement deletes, in a fraction of the time that a statement may take. */
const DELETED_ROWS = 50_000;
/** Bytes of updates after which a piece ends early, because pasted texts are large. */
const PIECE_MAX_BYTES = 4 * 1024 * 1024;

/** An edit with its participant; `at` is in milliseconds since a given time. */
export type StoredEdit = Omit<PlaybackEdit, 'by'> & { participantId: string | null };

/** Returns up to `limit` edits of an interview after the row `afterId`, in order; none if there are no more. */
export async function listEdits(
  db: Database,
  interviewId: string,
  { afterId, limit, since }: { afterId: number; limit: number; since: string },
): Promise<StoredEdit[]> {
  const { rows } = await sql<StoredEdit>`
    select id, (extract(epoch from at - ${since}::timestamptz) * 1000)::float8 as at,
      participant_id as "participantId", bytes
    from (
      select piece.*, sum(octet_length(bytes)) over (order by id) - octet_length(bytes) as bytes_before
      from (
        select id, at, participant_id, bytes from document_updates
        where interview_id = ${interviewId} and id > ${afterId}
        order by id limit ${limit}
      ) as piece
    ) as edits
    where bytes_before < ${PIECE_MAX_BYTES}
    order by id`.execute(db);
  return rows;
}

/** The edits of a participant; `firstAt` is their first one. */
export interface EditTotals {
  participantId: string | null;
  firstAt: string;
  lastAt: string;
  lastId: number;
  count: number;
}

/** Returns the totals of an interview's edits by participant. */
export async function totalEdits(db: Database, interviewId: string): Promise<EditTotals[]> {
  const { rows } = await sql<EditTotals>`
    select participant_id as "participantId", min(at) as "firstAt", max(at) as "lastAt", max(id) as "lastId",
      count(*)::int as count
    from document_updates where interview_id = ${interviewId}
    group by participant_id`.execute(db);
  return rows;
}

/** A range of the log, by the ids of its first and last row. */
export interface EditRange {
  fromId: number;
  toId: number;
}

/**
 * Returns the edits between two times as a playback shows them, by the latest time up to each edit (ms since `since`);
 * or undefined if there are none.
 */
export async function findEditsBetween(
  db: Database,
  interviewId: string,
  { since, from, to }: Between,
): Promise<EditRange | undefined> {
  const { rows } = await sql<{ fromId: number | null; toId: number | null }>`
    select min(id) as "fromId", max(id) as "toId"
    from (
      select id, greatest(0, round(extract(epoch from max(at) over (order by id) - ${since}::timestamptz) * 1000)) as ms
      from document_updates where interview_id = ${interviewId}
    ) as edits
    where ms between ${from} and ${to}`.execute(db);
  const { fromId = null, toId = null } = rows[0] ?? {};
  return fromId === null || toId === null ? undefined : { fromId, toId };
}

/** Replaces the edits of a range by one in the place of the last, by no participant. */
export async function replaceEdits(
  trx: Transaction,
  interviewId: string,
  { fromId, toId }: EditRange,
  bytes: Uint8Array,
): Promise<void> {
  await trx
    .deleteFrom('document_updates')
    .where('interview_id', '=', interviewId)
    .where('id', '>=', fromId)
    .where('id', '<', toId)
    .execute();
  await trx
    .updateTable('document_updates')
    .set({ bytes, participant_id: null })
    .where('interview_id', '=', interviewId)
    .where('id', '=', toId)
    .execute();
}

/** Replaces the bytes of an edit. */
export async function replaceBytes(trx: Transaction, id: number, bytes: Uint8Array): Promise<void> {
  await trx.updateTable('document_updates').set({ bytes }).where('id', '=', id).execute();
}

/**
 * Deletes all edits of an interview in several statements. If it were deleted without this, the one statement that
 * deletes a long log with its interview would be cancelled.
 */
export async function deleteLog(db: Database, interviewId: string): Promise<void> {
  for (let count = DELETED_ROWS; count === DELETED_ROWS;) {
    const oldest = db
      .selectFrom('document_updates')
      .select('id')
      .where('interview_id', '=', interviewId)
      .orderBy('id')
      .limit(DELETED_ROWS);
    const deleted = await db.deleteFrom('document_updates').where('id', 'in', oldest).executeTakeFirst();
    count = Number(deleted.numDeletedRows);
  }
}
