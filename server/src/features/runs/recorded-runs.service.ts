import { PAST_RUNS_MAX, type PastEnd, type PastRun } from '@cip/contracts/runs/past-runs';
import type { DataSet, RunDevice, RunEnd, RunPiece } from '@cip/contracts/runs/runs';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { findRunSettings } from './run-settings.repository.ts';
import { listPieces } from './runs.repository.ts';

/** A run of an ended interview, without its code: the edits up to `position` make it. */
export interface RecordedRun {
  id: string;
  at: number;
  participantId: string;
  language: string;
  device: RunDevice | null;
  runnerId: string | null;
  position: number;
  hash: string;
  isOffline: boolean;
  stdin: string;
  end: RunEnd | null;
  pieces: RunPiece[];
}

/** Runs read together: a run has up to 0.3 MB of input and as much output. */
const BATCH = 10;

/**
 * Yields the runs of an interview in batches, in the order of their requests; `at` counts from `since` (whole ms, as in
 * the link of a moment, rounded like the edits before).
 */
export async function* readRecordedRuns(
  db: Database,
  interviewId: string,
  since: string,
): AsyncGenerator<RecordedRun[]> {
  const ids = await db
    .selectFrom('runs')
    .select('id')
    .where('interview_id', '=', interviewId)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH).map(({ id }) => readRun(db, id, since));
    yield (await Promise.all(batch)).filter((run) => run !== undefined);
  }
}

async function readRun(db: Database, id: string, since: string): Promise<RecordedRun | undefined> {
  const row = await db
    .selectFrom('runs')
    .select([
      'id',
      sql<number>`round(extract(epoch from requested_at - ${since}::timestamptz) * 1000)::float8`.as('at'),
      'participant_id as participantId',
      'language',
      'runner_device as device',
      'runner_id as runnerId',
      sql<number>`position`.as('position'),
      'hash',
      'is_offline as isOffline',
      'stdin',
      'result as end',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, pieces: await listPieces(db, id) };
}

/**
 * Returns the latest runs of an interview without their output, the latest first; `requested_at` is rounded to the
 * moment that a playback has for the run.
 */
export async function listPastRuns(db: Database, interviewId: string): Promise<PastRun[]> {
  const rows = await db
    .selectFrom('runs')
    .select([
      sql<string>`date_trunc('milliseconds', requested_at + interval '0.5 ms')`.as('requested_at'),
      'language',
      sql<ShortEnd | null>`(result - 'tail') #- '{tests,results}' #- '{tests,files}'`.as('end'),
    ])
    .where('interview_id', '=', interviewId)
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(PAST_RUNS_MAX)
    .execute();
  return rows.map(({ end, ...run }) => ({ ...run, end: end && toPastEnd(end) }));
}

/** An end without its longest parts. */
type ShortEnd = Omit<RunEnd, 'tail' | 'tests'> & Pick<PastEnd, 'tests'>;

function toPastEnd({ reason, exitCode, ms, error, tests }: ShortEnd): PastEnd {
  return { reason, exitCode, ms, error: error && { name: error.name, line: error.line }, ...(tests && { tests }) };
}

/** Returns the data set that runs of the interview start from, or null. */
export async function findDataSet(db: Database, interviewId: string): Promise<DataSet | null> {
  return (await findRunSettings(db, interviewId)).dataSet;
}
