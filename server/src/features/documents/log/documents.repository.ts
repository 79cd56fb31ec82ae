import { cleanCode } from '@cip/contracts/rooms/code-text';
import { DEFAULT_LANGUAGE } from '@cip/contracts/rooms/documents';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { sql, type Selectable } from 'kysely';
import type { Database, Tables, Transaction } from '../../../platform/database/database.ts';
import { hasRow } from '../../../platform/database/endings.ts';
import { preparedQuery } from '../../../platform/database/prepared-query.ts';
import { SEED_OP_ID, SEED_UPDATE } from './seed.ts';

/** Creates the document of a new interview with the seed text, in the transaction that creates the interview. */
export async function insertDocument(trx: Transaction, interviewId: string): Promise<void> {
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

/** Returns when the document changed last, by its log; undefined if it has none. */
export async function lastChange(db: Database, interviewId: string): Promise<string | undefined> {
  const [row] = await selectLastChange(db, { interviewId });
  return row?.at;
}

const selectLastChange = preparedQuery((db, { interviewId }: { interviewId: string }) =>
  db.selectFrom('document_updates').select('at').where('interview_id', '=', interviewId).orderBy('id', 'desc').limit(1),
);

/**
 * Returns whether an edit is in the log and whether its save is done, by their operation ids. Neither is ever undone.
 */
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
export async function holdOpen(trx: Transaction, interviewId: string): Promise<boolean> {
  const interview = trx.selectFrom('interviews').select('status').where('id', '=', interviewId).forShare();
  return (await interview.executeTakeFirst())?.status === 'active';
}

/**
 * Stores a snapshot if there is no newer one, with `text` as the last saved text if it is given; rows up to `throughId`
 * need not be replayed any more.
 */
export async function saveSnapshot(
  db: Database,
  interviewId: string,
  snapshot: { state: Uint8Array; throughId: number; writers: Record<string, string>; text?: string },
): Promise<void> {
  const { state, throughId, writers, text } = snapshot;
  await db
    .updateTable('documents')
    .set({
      snapshot: state,
      through_id: throughId,
      writers: JSON.stringify(writers),
      ...(text !== undefined && { saved_text: cleanCode(text) }),
    })
    .where('interview_id', '=', interviewId)
    .where('through_id', '<=', throughId)
    .execute();
}

/** Records that an operation is saved. Returns false if it was recorded before. */
export function insertSave(trx: Transaction, interviewId: string, opId: string): Promise<boolean> {
  return trx
    .insertInto('document_saves')
    .values({ interview_id: interviewId, op_id: opId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('op_id')
    .$call(hasRow);
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
