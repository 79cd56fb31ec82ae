import {
  CLAIM_WITHIN_MS,
  INPUT_WAIT_MS,
  INPUT_WAITS_MS,
  RUN_LOST_AFTER_MS,
  RUN_MAX_MS,
  STOP_WITHIN_MS,
} from '@cip/contracts/runs/run-limits';
import type { RunEnd } from '@cip/contracts/runs/runs';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** A run that the server ended. */
export interface ExpiredRun {
  id: string;
  interview_id: string;
  result: RunEnd;
}

const endOf = (reason: RunEnd['reason']): RunEnd => ({
  reason,
  exitCode: null,
  ms: 0,
  omitted: 0,
  tail: '',
  error: null,
  needsInput: false,
});

const ms = (value: number) => sql`make_interval(secs => ${value / 1_000}::double precision)`;

/** If a run waited this long, its device ends it; if the device does not, the server does. */
const WAITED = sql`make_interval(secs => least(waited_ms, ${INPUT_WAITS_MS + INPUT_WAIT_MS}) / 1000.0)`;

/**
 * Ends active runs that no device has claimed, that did not stop in time, whose device is gone, that wait too long for
 * input, or that take too long. Several nodes may run it in parallel: each run is ended by one of them.
 */
export async function endExpiredRuns(db: Database): Promise<ExpiredRun[]> {
  const { rows } = await sql<ExpiredRun>`
    with expired as (
      select id,
        case
          when stop_at < clock_timestamp() - ${ms(STOP_WITHIN_MS)} then 'stopped'
          when runner_device is null and requested_at < clock_timestamp() - ${ms(CLAIM_WITHIN_MS)} then 'no_device'
          when runner_device is not null and changed_at < clock_timestamp() - ${ms(RUN_LOST_AFTER_MS)} then 'lost'
          when asked_at < clock_timestamp() - ${ms(INPUT_WAIT_MS + RUN_LOST_AFTER_MS)} then 'no_input'
          when asked_at is null
            and requested_at < clock_timestamp() - ${ms(RUN_MAX_MS)} - ${WAITED} then 'time_limit'
        end as reason
      from runs where ended_at is null
      order by id for update skip locked
    )
    update runs set ended_at = clock_timestamp(), changed_at = clock_timestamp(),
      result = ${JSON.stringify(endOf('lost'))}::jsonb || jsonb_build_object('reason', expired.reason,
        'ms', (extract(epoch from clock_timestamp() - runs.requested_at) * 1000)::int)
    from expired
    where runs.id = expired.id and expired.reason is not null
    returning runs.id, runs.interview_id, runs.result`.execute(db);
  return rows;
}

/** Ends the active run of an interview, with its output so far. */
export async function endRunOf(db: Database, interviewId: string): Promise<void> {
  await db
    .updateTable('runs')
    .set({
      ended_at: sql<string>`clock_timestamp()`,
      changed_at: sql<string>`clock_timestamp()`,
      result: JSON.stringify(endOf('interview_ended')),
    })
    .where('interview_id', '=', interviewId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Returns the interviews in the list whose runs or settings of runs changed within the last seconds. */
export async function findChangedRuns(db: Database, interviewIds: string[], seconds: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct interview_id as id from (
      select interview_id, changed_at from runs where interview_id = any(${interviewIds}::uuid[])
      union all
      select interview_id, changed_at from run_settings where interview_id = any(${interviewIds}::uuid[])
    ) changes
    where changed_at > clock_timestamp() - make_interval(secs => ${seconds})`.execute(db);
  return rows.map(({ id }) => id);
}
