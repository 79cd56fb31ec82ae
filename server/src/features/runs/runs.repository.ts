import type { Run, RunEnd, RunFile, RunPiece, Runner } from '@cip/contracts/runs/runs';
import { OUTPUT_HEAD_MAX } from '@cip/contracts/runs/run-limits';
import { sql } from 'kysely';
import type { Database, Tables, Transaction } from '../../platform/database/database.ts';

/** A run with the data that its device needs. */
export interface StoredRun {
  run: Run;
  code: string;
  files: RunFile[] | undefined;
  stdin: string;
  /** Number of the line that the program waits for; null while it does not. */
  ask: number | null;
}

/** A run to add; `runner` is null while no device has claimed it. */
export interface NewRun {
  id: string;
  interviewId: string;
  by: { id: string; name: string };
  language: string;
  code: string;
  files?: readonly RunFile[] | undefined;
  stdin: string;
  hash: string;
  of: string | null;
  tests?: true | undefined;
  runner: Runner | null;
}

/** A run that was executed without a connection. */
export interface OfflineRun extends NewRun {
  agoMs: number;
  pieces: readonly RunPiece[];
  end: RunEnd;
}

type Row = Pick<
  { [C in keyof Tables['runs']]: Tables['runs'][C] },
  | 'id'
  | 'language'
  | 'participant_id'
  | 'participant_name'
  | 'hash'
  | 'of'
  | 'runner_id'
  | 'runner_name'
  | 'runner_device'
> & {
  is_offline: boolean;
  is_tests: boolean;
  requested_at: string;
  result: RunEnd | null;
  code: string;
  files: RunFile[] | null;
  stdin: string;
  asks: number;
  asked_at: string | null;
};

const COLUMNS = [
  'id',
  'language',
  'participant_id',
  'participant_name',
  'hash',
  'of',
  'is_offline',
  'is_tests',
  'requested_at',
  'runner_id',
  'runner_name',
  'runner_device',
  'result',
  'code',
  'files',
  'stdin',
  'asks',
  'asked_at',
] as const;

function toRun({ code, files, stdin, ...row }: Row): StoredRun {
  const { runner_name: name, runner_device: device } = row;
  const run: Run = {
    id: row.id,
    language: row.language,
    by: { id: row.participant_id, name: row.participant_name },
    runner: name !== null && device !== null ? { id: row.runner_id, name, device } : null,
    requestedAt: row.requested_at,
    hash: row.hash,
    isOffline: row.is_offline,
    of: row.of,
    ...(row.is_tests && { tests: true }),
    end: row.result,
  };
  const isWaiting = row.asked_at !== null && row.result === null;
  return { run, code, files: files ?? undefined, stdin, ask: isWaiting ? row.asks : null };
}

const filesJson = ({ files }: NewRun) => (files ? JSON.stringify(files) : null);

/**
 * Adds a run. Returns false if the interview is not active, another run of it is, or the id is known. The row's share
 * lock lets the end of the interview wait.
 */
export async function insertRun(trx: Transaction, run: NewRun): Promise<boolean> {
  const { rows } = await sql`
    with open as (select id from interviews where id = ${run.interviewId} and status = 'active' for share)
    insert into runs (id, interview_id, participant_id, participant_name, language, code, files, stdin, hash, position, of, is_tests,
      runner_id, runner_name, runner_device)
    select ${run.id}, open.id, ${run.by.id}::uuid, ${run.by.name}, ${run.language}, ${run.code}, ${filesJson(run)}::jsonb, ${run.stdin}, ${run.hash},
      coalesce((select max(u.id) from document_updates u where u.interview_id = open.id), 0), ${run.of}::uuid, ${run.tests === true}::boolean,
      ${run.runner?.id ?? null}::uuid, ${run.runner?.name ?? null}, ${run.runner?.device ?? null}
    from open
    on conflict do nothing
    returning id`.execute(trx);
  return rows.length > 0;
}

/** Adds a run with its output and end. Returns false if the interview is not active or the id is known. */
export async function insertOfflineRun(trx: Transaction, run: OfflineRun): Promise<boolean> {
  const { rows } = await sql`
    with open as (select id, started_at from interviews where id = ${run.interviewId} and status = 'active' for share)
    insert into runs (id, interview_id, participant_id, participant_name, language, code, files, stdin, hash, position, is_offline, is_tests,
      requested_at, runner_id, runner_name, runner_device, piece_count, ended_at, result)
    select ${run.id}, open.id, ${run.by.id}::uuid, ${run.by.name}, ${run.language}, ${run.code}, ${filesJson(run)}::jsonb, ${run.stdin}, ${run.hash},
      0, true, ${run.tests === true}::boolean, greatest(open.started_at, now() - ${run.agoMs}::double precision * interval '1 millisecond'),
      ${run.runner?.id ?? null}::uuid, ${run.runner?.name ?? null}, ${run.runner?.device ?? null},
      ${run.pieces.length}::int, now(), ${JSON.stringify(run.end)}::jsonb
    from open
    on conflict do nothing
    returning id`.execute(trx);
  if (rows.length > 0 && run.pieces.length > 0)
    await trx
      .insertInto('run_pieces')
      .values(run.pieces.map(({ seq, at, stream, text }) => ({ run_id: run.id, seq, at_ms: at, stream, text })))
      .execute();
  return rows.length > 0;
}

/** Returns a run of the interview, or undefined. */
export async function findRun(db: Database, interviewId: string, id: string): Promise<StoredRun | undefined> {
  const row = await db
    .selectFrom('runs')
    .select(COLUMNS)
    .where('interview_id', '=', interviewId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toRun(row);
}

/** Returns the active run of the interview, or else its latest, or undefined. */
export async function findLatestRun(db: Database, interviewId: string): Promise<StoredRun | undefined> {
  const row = await db
    .selectFrom('runs')
    .select(COLUMNS)
    .where('interview_id', '=', interviewId)
    .orderBy(sql`ended_at is null`, 'desc')
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toRun(row);
}

/** Numbers of runs of an interview. */
export interface RunCounts {
  isCandidate: boolean;
  all: number;
  ofCandidates: number;
  ofAuthor: number;
  /**
   * Runs of the last minute by people of the author's kind, candidates or interviewers, entered or not like the next.
   */
  lastMinute: number;
}

/** Until the transaction ends, no run of the interview begins, and running is not switched off or on. */
export async function lockRuns(trx: Transaction, interviewId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`runs of ${interviewId}`}, 0))`.execute(trx);
}

/** Counts the runs of an interview. The caller locks them if it adds one. */
export async function countRuns(
  trx: Transaction,
  { interviewId, participantId, isOffline }: { interviewId: string; participantId: string; isOffline: boolean },
): Promise<RunCounts> {
  const { rows } = await sql<RunCounts>`
    with author as (
      select exists (
        select from candidates where id = ${participantId}::uuid and interview_id = ${interviewId}
      ) as is_candidate
    ), counted as (
      select r.participant_id, r.created_at, r.is_offline, c.id is not null as is_candidate
      from runs r left join candidates c on c.id = r.participant_id and c.interview_id = r.interview_id
      where r.interview_id = ${interviewId}
    )
    select author.is_candidate as "isCandidate", count(counted.*)::int as all,
      (count(*) filter (where counted.is_candidate))::int as "ofCandidates",
      (count(*) filter (where participant_id = ${participantId}::uuid))::int as "ofAuthor",
      (count(*) filter (where counted.is_candidate = author.is_candidate and is_offline = ${isOffline}::boolean
        and created_at > clock_timestamp() - interval '1 minute'))::int as "lastMinute"
    from author left join counted on true group by author.is_candidate`.execute(trx);
  const [counts] = rows;
  if (!counts) throw new Error('A count has one row.');
  return counts;
}

/** Returns how many active runs of the company's interviews the engine executes. */
export async function countEngineRuns(db: Database, companyId: string): Promise<number> {
  const row = await db
    .selectFrom('runs')
    .innerJoin('interviews', 'interviews.id', 'runs.interview_id')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('interviews.company_id', '=', companyId)
    .where('runner_device', '=', 'engine')
    .where('runs.ended_at', 'is', null)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/**
 * Makes a participant's device execute a run, one of test files only if it knows them. Returns false if the run has a
 * device or has ended.
 */
export async function claimRun(
  db: Database,
  { interviewId, id, knowsTests }: { interviewId: string; id: string; knowsTests: boolean },
  runner: Runner,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('runs')
    .set({
      runner_id: runner.id,
      runner_name: runner.name,
      runner_device: runner.device,
      changed_at: sql<string>`clock_timestamp()`,
    })
    .where('interview_id', '=', interviewId)
    .where('id', '=', id)
    .where('runner_device', 'is', null)
    .where('ended_at', 'is', null)
    .$if(!knowsTests, (query) => query.where('is_tests', '=', false))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/**
 * Adds the next piece of an active run. Returns false if the run has ended, has another runner, has another next piece,
 * or if its output would be too long.
 */
export async function insertPiece(
  db: Database,
  ref: { interviewId: string; id: string; runnerId: string | null },
  { seq, at, stream, text }: RunPiece,
): Promise<boolean> {
  const { rows } = await sql`
    with run as (
      update runs set changed_at = clock_timestamp(), piece_count = piece_count + 1,
        output_chars = output_chars + ${text.length}::int
      where id = ${ref.id} and interview_id = ${ref.interviewId} and runner_id is not distinct from ${ref.runnerId}::uuid
        and runner_device is not null and ended_at is null and piece_count = ${seq}::int
        and output_chars + ${text.length}::int <= ${OUTPUT_HEAD_MAX}
      returning id
    )
    insert into run_pieces (run_id, seq, at_ms, stream, text)
    select run.id, ${seq}::int, ${at}::int, ${stream}, ${text} from run
    returning seq`.execute(db);
  return rows.length > 0;
}

/** Returns the pieces of a run, in order. */
export function listPieces(db: Database, runId: string): Promise<RunPiece[]> {
  return db
    .selectFrom('run_pieces')
    .select(['seq', 'at_ms as at', 'stream', 'text'])
    .where('run_id', '=', runId)
    .orderBy('seq')
    .execute();
}

/** The state of a run that decides about an event of its device. */
export interface RunState {
  runnerId: string | null;
  pieceCount: number;
  outputChars: number;
  /** Null while it is active. */
  endReason: RunEnd['reason'] | null;
}

/** Returns the state of a run, or undefined. */
export async function findRunState(db: Database, interviewId: string, id: string): Promise<RunState | undefined> {
  const row = await db
    .selectFrom('runs')
    .select(['runner_id', 'piece_count', 'output_chars'])
    // Not the whole result, which may have long outputs of tests.
    .select(sql<RunEnd['reason'] | null>`result ->> 'reason'`.as('end_reason'))
    .where('interview_id', '=', interviewId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { runner_id: runnerId, piece_count: pieceCount, output_chars: outputChars, end_reason: endReason } = row;
  return { runnerId, pieceCount, outputChars, endReason };
}

/** Records a sign of life of an active run's device. Returns the run's state, or undefined if it has ended. */
export async function touchRun(
  db: Database,
  ref: { interviewId: string; id: string; runnerId: string | null },
): Promise<{ isStopping: boolean } | undefined> {
  const row = await db
    .updateTable('runs')
    .set({ changed_at: sql<string>`clock_timestamp()` })
    .where('interview_id', '=', ref.interviewId)
    .where('id', '=', ref.id)
    .where(sql<boolean>`runner_id is not distinct from ${ref.runnerId}::uuid`)
    .where('ended_at', 'is', null)
    .returning('stop_at')
    .executeTakeFirst();
  return row && { isStopping: row.stop_at !== null };
}

/** Ends an active run of the runner. Returns false if there is none. */
export async function endRun(
  db: Database,
  ref: { interviewId: string; id: string; runnerId: string | null },
  end: RunEnd,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('runs')
    .set({
      result: JSON.stringify(end),
      ended_at: sql<string>`clock_timestamp()`,
      changed_at: sql<string>`clock_timestamp()`,
    })
    .where('interview_id', '=', ref.interviewId)
    .where('id', '=', ref.id)
    .where(sql<boolean>`runner_id is not distinct from ${ref.runnerId}::uuid`)
    .where('runner_device', 'is not', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Tells the device of an active run to stop it. Returns false if it has ended. */
export async function requestStop(db: Database, interviewId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('runs')
    .set({ stop_at: sql<string>`coalesce(stop_at, clock_timestamp())`, changed_at: sql<string>`clock_timestamp()` })
    .where('interview_id', '=', interviewId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}
