import * as Y from 'yjs';
import { conflict } from '../../../errors.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { listDeleted } from '../files/files.repository.ts';
import { findDocument, saveSnapshot } from './documents.repository.ts';
import { readLog } from './log.repository.ts';
import { listEdits, replaceBytes, replaceEdits, type EditRange } from './edits.repository.ts';
import { mergeOnThread, type MergedLog } from './replay-thread.ts';

/** Edits that are searched together for repeated text. */
const PIECE_EDITS = 2_000;

/** One edit in place of a range of the log of an ended interview, with the same effect. */
export interface Merge {
  range: EditRange;
  log: MergedLog;
}

/**
 * Merges a range of the log of a company's ended interview in a worker thread, and changes nothing. `end` is the end of
 * the range: a file that was deleted by then for good gets no text within the range. Rejects with `conflict` if edits
 * at the range's ends build on others beyond them, with `unreadable` if it would take too long.
 */
export async function mergeRange(
  db: Database,
  { companyId, interviewId }: { companyId: string; interviewId: string },
  range: EditRange,
  end: { since: string; to: number },
): Promise<Merge> {
  const part = (afterId: number, throughId?: number) => readLog(db, interviewId, afterId, throughId);
  const log = await mergeOnThread(companyId, async () => {
    const { updates: before } = await part(0, range.fromId - 1);
    const { updates: within } = await part(range.fromId - 1, range.toId);
    const { updates: after } = await part(range.toId);
    return { before, within, after, deletedFiles: await listDeleted(db, interviewId, end) };
  });
  if (log.isCut) throw conflict('Choose a slightly longer stretch.');
  return { range, log };
}

/**
 * Stores a merge of the log as it still is. Text that the range inserts and deletes, by itself or with its file, leaves
 * the log, its snapshot, and later edits that repeat it; earlier text does not.
 */
export async function storeMerge(
  trx: Transaction,
  interviewId: string,
  { range, log: { merged, known, state, text, claims } }: Merge,
): Promise<void> {
  await replaceEdits(trx, interviewId, range, merged);
  await removeRepeated(trx, interviewId, range.toId, known);
  // An earlier snapshot has the deleted text, and so may the text that was saved last.
  const row = await findDocument(trx, interviewId);
  await saveSnapshot(trx, interviewId, {
    state,
    text,
    throughId: await lastId(trx, interviewId),
    writers: { ...row?.writers, ...Object.fromEntries(claims) },
  });
}

// If a client lost an acknowledgement, it may have sent text again as part of another edit.
async function removeRepeated(
  trx: Transaction,
  interviewId: string,
  afterId: number,
  known: Uint8Array,
): Promise<void> {
  const clocks = Y.decodeStateVector(known);
  const isRepeated = (bytes: Uint8Array) =>
    [...Y.parseUpdateMeta(bytes).from].some(([client, clock]) => clock < (clocks.get(client) ?? 0));
  for (let id = afterId; ;) {
    const piece = { afterId: id, limit: PIECE_EDITS, since: new Date(0).toISOString() };
    const rows = await listEdits(trx, interviewId, piece);
    for (const row of rows) if (isRepeated(row.bytes)) await replaceBytes(trx, row.id, Y.diffUpdate(row.bytes, known));
    const last = rows.at(-1);
    if (!last) return;
    id = last.id;
  }
}

async function lastId(trx: Transaction, interviewId: string): Promise<number> {
  const { id } = await trx
    .selectFrom('document_updates')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('interview_id', '=', interviewId)
    .executeTakeFirstOrThrow();
  return id;
}
