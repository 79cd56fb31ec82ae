import { cleanCode } from '@cip/contracts/rooms/code-text';
import { DEFAULT_LANGUAGE } from '@cip/contracts/rooms/documents';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { CompiledQuery, sql, type Selectable, type Transaction } from 'kysely';
import type { Database, Tables } from '../../../platform/database/database.ts';
import { PREPARED } from '../../../platform/database/prepared-statements.ts';
import { preparedQuery } from '../../../platform/database/prepared-query.ts';
import { base64 } from '../yjs/base64.ts';
import { SERVER_ID_HEX, unpackUpdates, type LoggedUpdate } from './packed-log.ts';
import { SEED_OP_ID, SEED_UPDATE } from './seed.ts';
import { NODE_OPERATION_PREFIX } from './update-author.ts';

/** An update that is not in the log yet. */
export interface NewUpdate {
  interviewId: string;
  opId: string;
  participantId: string | null;
  bytes: Uint8Array;
}

/** Creates the document of a new interview with the seed text, in the transaction that creates the interview. */
export async function insertDocument(trx: Transaction<Tables>, interviewId: string): Promise<void> {
  await trx
    .insertInto('documents')
    .values({
      interview_id: interviewId,
      language: DEFAULT_LANGUAGE,
      editor_settings: null,
      snapshot: SEED_UPDATE,
      saved_text: DEFAULT_CODE,
    })
    .execute();
  await trx
    .insertInto('document_updates')
    .values({ interview_id: interviewId, op_id: SEED_OP_ID, participant_id: null, bytes: SEED_UPDATE })
    .execute();
}

/** Returns the row of a document, snapshot included, or undefined. */
export async function findDocument(db: Database, interviewId: string) {
  const [document] = await selectDocument(db, { interviewId });
  return document;
}

// Columns by name, because the result of a prepared statement must not change if a later release adds one.
const selectDocument = preparedQuery((db, { interviewId }: { interviewId: string }) =>
  db
    .selectFrom('documents')
    .select([
      'interview_id',
      'language',
      'files_allowed',
      'editor_settings',
      'snapshot',
      'through_id',
      'writers',
      'saved_text',
      'updated_at',
    ])
    .where('interview_id', '=', interviewId),
);

/** The fields of a document beside its text. */
export type DocumentHead = Pick<
  Selectable<Tables['documents']>,
  'interview_id' | 'language' | 'editor_settings' | 'updated_at'
>;

/** Returns the row of a document without its snapshot, or undefined. */
export async function findHead(db: Database, interviewId: string): Promise<DocumentHead | undefined> {
  const [head] = await selectHead(db, { interviewId });
  return head;
}

const selectHead = preparedQuery((db, { interviewId }: { interviewId: string }) =>
  db
    .selectFrom('documents')
    .select(['interview_id', 'language', 'editor_settings', 'updated_at'])
    .where('interview_id', '=', interviewId),
);

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

/** Returns when the document changed last, by its log; undefined if it has none. */
export async function lastChange(db: Database, interviewId: string): Promise<string | undefined> {
  const [row] = await selectLastChange(db, { interviewId });
  return row?.at;
}

const selectLastChange = preparedQuery((db, { interviewId }: { interviewId: string }) =>
  db.selectFrom('document_updates').select('at').where('interview_id', '=', interviewId).orderBy('id', 'desc').limit(1),
);

/** Returns whether an edit is in the log and whether its save is done, by their operation ids. Neither is ever undone. */
export async function operationState(
  db: Database,
  interviewId: string,
  ids: { edit: string; save: string },
): Promise<{ isLogged: boolean; isSaved: boolean }> {
  const { rows } = await sql<{ isLogged: boolean; isSaved: boolean }>`
    select
      exists (select from document_updates where interview_id = ${interviewId} and op_id = ${ids.edit}) as "isLogged",
      exists (select from document_saves where interview_id = ${interviewId} and op_id = ${ids.save}) as "isSaved"`.execute(
    db,
  );
  return rows[0] ?? { isLogged: false, isSaved: false };
}

/** True if the interview accepts edits. */
export async function isOpen(db: Database, interviewId: string): Promise<boolean> {
  const row = await db.selectFrom('interviews').select('status').where('id', '=', interviewId).executeTakeFirst();
  return row?.status === 'active';
}

/** True if the interview accepts changes; it does not end before the transaction does. */
export async function holdOpen(trx: Transaction<Tables>, interviewId: string): Promise<boolean> {
  const interview = trx.selectFrom('interviews').select('status').where('id', '=', interviewId).forShare();
  return (await interview.executeTakeFirst())?.status === 'active';
}

/**
 * Appends updates of any number of documents in one statement. Returns the interviews that took nothing because they
 * are not active. If an operation id is known, nothing changes.
 */
export async function appendUpdates(db: Database, updates: NewUpdate[]): Promise<Set<string>> {
  const { rows } = await db.executeQuery<{ id: string }>(CompiledQuery.raw(APPEND_ALL, toLists(updates)));
  return new Set(rows.map(({ id }) => id));
}

/** Appends one update. Returns whether it is new; null if its interview is not active. */
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
const APPENDING = `${PREPARED}
  with asked as (
    select unnest(string_to_array($1, ','))::uuid as id
  ), open as (
    select id from interviews
    where id in (select id from asked) and status = 'active'
    order by id for share
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
const APPEND_ALL = `${APPENDING} select id from asked where id not in (select id from open)`;
const APPEND_ONE = `${APPENDING} select exists (select from added) as is_new from open`;

/** Stores a snapshot if there is no newer one; rows up to `throughId` need not be replayed any more. */
export async function saveSnapshot(
  db: Database,
  interviewId: string,
  snapshot: { state: Uint8Array; throughId: number; writers: Record<string, string> },
): Promise<void> {
  await db
    .updateTable('documents')
    .set({ snapshot: snapshot.state, through_id: snapshot.throughId, writers: JSON.stringify(snapshot.writers) })
    .where('interview_id', '=', interviewId)
    .where('through_id', '<=', snapshot.throughId)
    .execute();
}

/** Records that an operation is saved. Returns false if it was recorded before. */
export async function insertSave(trx: Transaction<Tables>, interviewId: string, opId: string): Promise<boolean> {
  const row = await trx
    .insertInto('document_saves')
    .values({ interview_id: interviewId, op_id: opId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('op_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the last saved text, language and editor settings. */
export async function markSaved(
  db: Database,
  interviewId: string,
  saved: { text: string; editorSettings?: string | undefined },
): Promise<void> {
  await db
    .updateTable('documents')
    .set({
      // A log of an earlier release may have characters that the database refuses.
      saved_text: cleanCode(saved.text),
      updated_at: sql<string>`now()`,
      ...(saved.editorSettings !== undefined && { editor_settings: saved.editorSettings }),
    })
    .where('interview_id', '=', interviewId)
    .execute();
}

/** Changes the language of a document. Returns false if it has that language already. */
export async function updateLanguage(db: Database, interviewId: string, language: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('documents')
    .set({ language })
    .where('interview_id', '=', interviewId)
    .where('language', '!=', language)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}
