import type { TimelineAct } from '@cip/contracts/timeline/timeline';
import { sql, type RawBuilder } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';

/** Two times (ms since `since`). */
export interface Between {
  since: string;
  from: number;
  to: number;
}

/** Returns the condition that a moment is between two times of a playback, in whole milliseconds. */
export const isBetween = (at: RawBuilder<unknown>, { since, from, to }: Between) =>
  sql<boolean>`greatest(0, round(extract(epoch from ${at} - ${since}::timestamptz) * 1000)) between ${from} and ${to}`;

/** An act on a file. */
export type FileAct = Extract<TimelineAct, { data: { root: string } }>;

/** Returns the events about files of an interview, in order, and whether each is between two times. */
export async function listFileEvents(
  trx: Transaction,
  interviewId: string,
  between: Between,
): Promise<(FileAct & { id: string; isWithin: boolean })[]> {
  const { rows } = await sql<FileAct & { id: string; isWithin: boolean }>`
    select id, kind, data, ${isBetween(sql`at`, between)} as "isWithin" from timeline_events
    where interview_id = ${interviewId} and data ? 'root' order by id`.execute(trx);
  return rows;
}

/** Replaces the data of events of an interview. */
export async function replaceEventData(
  trx: Transaction,
  interviewId: string,
  changed: { id: string; data: FileAct['data'] }[],
): Promise<void> {
  await sql`
    update timeline_events set data = changed.data
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as changed (id bigint, data jsonb)
    where timeline_events.id = changed.id and interview_id = ${interviewId}`.execute(trx);
}

/**
 * Deletes the events about data sets between two times. Returns how many, and whether the last of all was among them.
 */
export async function deleteDataSetEvents(
  trx: Transaction,
  interviewId: string,
  between: Between,
): Promise<{ count: number; hadLast: boolean }> {
  const { rows } = await sql<{ is_last: boolean }>`
    delete from timeline_events
    where interview_id = ${interviewId} and kind = 'data_set' and ${isBetween(sql`at`, between)}
    returning id = (
      select max(id) from timeline_events where interview_id = ${interviewId} and kind = 'data_set'
    ) as is_last`.execute(trx);
  return { count: rows.length, hadLast: rows.some((row) => row.is_last) };
}
