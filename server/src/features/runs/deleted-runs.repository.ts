import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/database/database.ts';

/**
 * Deletes the runs that were requested, or got a typed line, between two times, all that repeat one of them, and the
 * input that the interview left behind, whose times are not known. Returns the ids of the runs.
 */
export async function deleteRunsBetween(
  trx: Transaction<Tables>,
  interviewId: string,
  { since, from, to }: { since: string; from: number; to: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive chosen as (
      select id from runs where interview_id = ${interviewId}
        and (
          greatest(0, round(extract(epoch from requested_at - ${since}::timestamptz) * 1000)) between ${from} and ${to}
          or exists (select from run_pieces where run_id = runs.id and stream = 'in'
            and extract(epoch from requested_at - ${since}::timestamptz) * 1000 + at_ms between ${from} and ${to})
        )
      union
      select runs.id from runs join chosen on runs.of = chosen.id where interview_id = ${interviewId}
    ), cleared as (
      update run_settings set stdin = '' where interview_id = ${interviewId}
    )
    delete from runs using chosen where runs.id = chosen.id returning runs.id`.execute(trx);
  return rows.map(({ id }) => id);
}
