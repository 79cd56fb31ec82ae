import type { PlaybackEdit } from '@cip/contracts/playback';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

/** Bytes of updates after which a piece ends early: pasted texts are large. */
const PIECE_MAX_BYTES = 4 * 1024 * 1024;

/** An edit with its participant; `at` is in milliseconds since a given time. */
export type StoredEdit = Omit<PlaybackEdit, 'by'> & { participantId: string | null };

/** Returns up to `limit` edits of an interview after the row `afterId`, in order; none when there are no more. */
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
