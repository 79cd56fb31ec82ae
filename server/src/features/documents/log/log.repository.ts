import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { PREPARED } from '../../../platform/database/prepared-statements.ts';
import { preparedQuery } from '../../../platform/database/prepared-query.ts';
import { base64 } from '../yjs/base64.ts';
import { SERVER_ID_HEX, unpackUpdates, type LoggedUpdate } from './packed-log.ts';
import { NODE_OPERATION_PREFIX } from './update-author.ts';

/** An update that is not in the log yet. */
export interface NewUpdate {
  interviewId: string;
  opId: string;
  participantId: string | null;
  bytes: Uint8Array;
}

/** Updates that the database packs into one row of the result. */
const UPDATES_PER_PACK = 200;

/** The rows of a document after an id; ids commit out of order. */
export interface LogPart {
  /** Oldest first; consecutive typing of one writer is one update. */
  updates: LoggedUpdate[];
  /** How many rows they were. */
  rowCount: number;
  /** Rows up to this id need not be read again: no statement runs for 30 s. 0 if no row is that old. */
  settledId: number;
  /** Up to this id hardly any row is missing: few statements run for 3 s. 0 if no row is that old. */
  recentId: number;
}

interface PackedRows {
  packed: Uint8Array;
  settled_id: number;
  recent_id: number;
}

const PACKED = sql`
  string_agg(
    int4send(octet_length(bytes)) || case
      when starts_with(op_id, ${NODE_OPERATION_PREFIX}) then decode(${SERVER_ID_HEX}, 'hex')
      else coalesce(uuid_send(participant_id), decode(repeat('00', 16), 'hex'))
    end || bytes,
    ''::bytea order by id
  ) as packed,
  coalesce(max(id) filter (where at < now() - interval '30 seconds'), 0) as settled_id,
  coalesce(max(id) filter (where at < now() - interval '3 seconds'), 0) as recent_id`;

const IN_PARTS = sql`
  id, op_id, participant_id, at, bytes, (row_number() over (order by id) - 1) / ${UPDATES_PER_PACK} as part`;

/** Returns the log of a document after a row; with `throughId`, up to that row. */
export async function readLog(
  db: Database,
  interviewId: string,
  afterId: number,
  throughId = Number.MAX_SAFE_INTEGER,
): Promise<LogPart> {
  return toLogPart(await selectLog(db, { interviewId, afterId, throughId }));
}

const selectLog = preparedQuery((db, of: { interviewId: string; afterId: number; throughId: number }) => {
  const log = sql<PackedRows>`
    select ${PACKED}
    from (
      select ${IN_PARTS} from document_updates
      where interview_id = ${of.interviewId} and id > ${of.afterId} and id <= ${of.throughId}
    ) as log
    group by part order by part`;
  return { compile: () => log.compile(db) };
});

/** Returns the logs of documents by interview, each after its own row. */
export async function readLogs(db: Database, after: ReadonlyMap<string, number>): Promise<Map<string, LogPart>> {
  const { rows } = await sql<PackedRows & { interview_id: string }>`
    select interview_id, ${PACKED}
    from unnest(
      string_to_array(${[...after.keys()].join()}, ',')::uuid[], string_to_array(${[...after.values()].join()}, ',')::bigint[]
    ) as asked (interview_id, after_id)
    cross join lateral (
      select ${IN_PARTS} from document_updates as log where log.interview_id = asked.interview_id and id > after_id
    ) as log
    group by interview_id, part order by interview_id, part`.execute(db);
  const found = Map.groupBy(rows, ({ interview_id }) => interview_id);
  return new Map([...after.keys()].map((interviewId) => [interviewId, toLogPart(found.get(interviewId) ?? [])]));
}

function toLogPart(rows: PackedRows[]): LogPart {
  return {
    ...unpackUpdates(rows.map(({ packed }) => packed)),
    settledId: Math.max(0, ...rows.map((row) => row.settled_id)),
    recentId: Math.max(0, ...rows.map((row) => row.recent_id)),
  };
}

/**
 * Resolves when every append that any node, also a crashed one, had begun is readable or rolled back. An append holds a
 * share lock on the interview row, so the exclusive lock here waits for all of them.
 */
export async function awaitAppends(db: Database, interviewId: string): Promise<void> {
  await db.selectFrom('interviews').select('id').where('id', '=', interviewId).forNoKeyUpdate().execute();
}

/** Whether a statement skips interviews whose row is locked, or waits for the locks. */
export type IfLocked = 'skips' | 'waits';

/**
 * Appends updates of any number of documents in one statement. Returns the interviews that took nothing: because they
 * are not active, or because the statement skips locked ones. If an operation id is known, nothing changes.
 */
export async function appendUpdates(
  db: Database,
  updates: NewUpdate[],
  ifLocked: IfLocked,
): Promise<{ closed: Set<string>; locked: Set<string> }> {
  const query = CompiledQuery.raw(ifLocked === 'skips' ? APPEND_UNLOCKED : APPEND_ALL, toLists(updates));
  const { rows } = await db.executeQuery<{ id: string; is_locked: boolean }>(query);
  const idsWhere = (isLocked: boolean) =>
    new Set(rows.flatMap(({ id, is_locked }) => (is_locked === isLocked ? [id] : [])));
  return { closed: idsWhere(false), locked: idsWhere(true) };
}

/**
 * Appends one update; waits while its interview is locked. Returns whether it is new; null if its interview is not
 * active.
 */
export async function appendUpdate(db: Database, update: NewUpdate): Promise<boolean | null> {
  const { rows } = await db.executeQuery<{ is_new: boolean }>(CompiledQuery.raw(APPEND_ONE, toLists([update])));
  return rows[0]?.is_new ?? null;
}

// Lists are comma-separated strings, because ids and base64 have no commas and encoding arrays costs more CPU.
function toLists(updates: NewUpdate[]): string[] {
  const list = (of: (update: NewUpdate) => string) => updates.map(of).join();
  return [
    [...new Set(updates.map(({ interviewId }) => interviewId))].join(),
    list(({ interviewId }) => interviewId),
    list(({ opId }) => opId),
    list(({ participantId }) => participantId ?? ''),
    list(({ bytes }) => base64(bytes)),
  ];
}

// The row lock serializes the end of an interview and its last edits.
const appending = (ifLocked: '' | 'skip locked') => `${PREPARED}
  with asked as (
    select unnest(string_to_array($1, ','))::uuid as id
  ), open as (
    select id from interviews
    where id in (select id from asked) and status = 'active'
    order by id for share ${ifLocked}
  ), added as (
    insert into document_updates (interview_id, op_id, participant_id, bytes)
    select open.id, u.op_id, nullif(u.participant_id, '')::uuid, decode(u.bytes, 'base64')
    from unnest(
      string_to_array($2, ',')::uuid[], string_to_array($3, ','), string_to_array($4, ','), string_to_array($5, ',')
    ) with ordinality as u (interview_id, op_id, participant_id, bytes, nth)
    join open on open.id = u.interview_id
    order by u.nth
    on conflict (interview_id, op_id) do nothing
    returning id
  )`;

const APPEND_ALL = `${appending('')} select id, false as is_locked from asked where id not in (select id from open)`;

const APPEND_UNLOCKED = `${appending('skip locked')}
  select id, exists (select from interviews where interviews.id = asked.id and status = 'active') as is_locked
  from asked where id not in (select id from open)`;

const APPEND_ONE = `${appending('')} select exists (select from added) as is_new from open`;
