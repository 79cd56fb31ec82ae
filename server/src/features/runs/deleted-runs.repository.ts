import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import type { Between } from '../timeline/timeline.service.ts';

/**
 * Deletes the runs that were active, or have a piece of output or input, between two times, all that repeat one of
 * them, and the input that the interview left behind, because its times are unknown. Returns the ids of the runs.
 */
export async function deleteRunsBetween(
  trx: Transaction,
  interviewId: string,
  { since, from, to }: Between,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive lived as (
      select id, extract(epoch from requested_at - ${since}::timestamptz) * 1000 as began,
        -- A run without a network ended long before it was entered.
        case when is_offline then coalesce((result ->> 'ms')::numeric, 0)
          else extract(epoch from coalesce(ended_at, clock_timestamp()) - requested_at) * 1000 end as lasted
      from runs where interview_id = ${interviewId}
    ), chosen as (
      select id from lived
      where (greatest(0, round(began)) <= ${to} and greatest(0, began, began + lasted) >= ${from})
        or exists (select from run_pieces where run_id = lived.id and began + at_ms between ${from} and ${to})
      union
      select runs.id from runs join chosen on runs.of = chosen.id where interview_id = ${interviewId}
    ), cleared as (
      update run_settings set stdin = '' where interview_id = ${interviewId}
    )
    delete from runs using chosen where runs.id = chosen.id returning runs.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Removes the data set of an ended interview. */
export async function clearDataSet(trx: Transaction, interviewId: string): Promise<void> {
  await trx.updateTable('run_settings').set({ data_set: null }).where('interview_id', '=', interviewId).execute();
}

/** Replaces names of files in the runs of an interview, and in the results of their test files. */
export async function renameRunFiles(
  trx: Transaction,
  interviewId: string,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  if (names.size === 0) return;
  const renamed = sql`${JSON.stringify(Object.fromEntries(names))}::jsonb`;
  await sql`
    update runs set
      files = (
        select jsonb_agg(file || jsonb_build_object('name', coalesce(${renamed} -> (file ->> 'name'), file -> 'name'))
          order by place)
        from jsonb_array_elements(files) with ordinality as named (file, place)
      ),
      result = case when result #> '{tests,files}' is null then result else jsonb_set(result, '{tests,files}', (
        select coalesce(jsonb_agg(coalesce(${renamed} -> name, to_jsonb(name)) order by place), '[]')
        from jsonb_array_elements_text(result #> '{tests,files}') with ordinality as tested (name, place)
      )) end
    where interview_id = ${interviewId} and exists (
      select from jsonb_array_elements(files) as file where ${renamed} ? (file ->> 'name')
    )`.execute(trx);
}
