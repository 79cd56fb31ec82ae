import type { Transaction } from 'kysely';
import * as Y from 'yjs';
import { conflict } from '../../../errors.ts';
import type { Tables } from '../../../platform/database/database.ts';
import { replayThrough } from './document-replay.ts';
import { findDocument, saveSnapshot } from './documents.repository.ts';
import { listEdits, replaceBytes, replaceEdits, type EditRange } from './edits.repository.ts';

/** Edits that are searched at once for repeated text. */
const PIECE_EDITS = 2_000;

/**
 * Replaces a range of the log of an ended interview by one edit with the same effect. Text that the range inserts and
 * deletes leaves the log, its snapshot, and later edits that repeat it; text that was there before the range does not.
 * Throws `conflict` where the edits at the range's ends build on others beyond them.
 */
export async function mergeEdits(trx: Transaction<Tables>, interviewId: string, range: EditRange): Promise<void> {
  const before = await replayThrough(trx, interviewId, range.fromId - 1);
  const through = await replayThrough(trx, interviewId, range.toId);
  if (isWaiting(before.doc) || isWaiting(through.doc)) throw conflict('Choose a slightly longer stretch.');
  // Yjs drops deleted text from its state, and keeps its length.
  const merged = Y.encodeStateAsUpdate(through.doc, Y.encodeStateVector(before.doc));
  await replaceEdits(trx, interviewId, range, merged);
  await removeRepeated(trx, interviewId, range.toId, Y.encodeStateVector(through.doc));
  await renewSnapshot(trx, interviewId);
}

/** Whether updates of a document build on missing ones. */
function isWaiting({ store }: Y.Doc): boolean {
  return store.pendingStructs !== null || store.pendingDs !== null;
}

// A client that lost an acknowledgement may have sent text again as part of another edit.
async function removeRepeated(
  trx: Transaction<Tables>,
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

// A snapshot of before the deletion has the deleted text.
async function renewSnapshot(trx: Transaction<Tables>, interviewId: string): Promise<void> {
  const { doc, claims } = await replayThrough(trx, interviewId, Number.MAX_SAFE_INTEGER);
  const row = await findDocument(trx, interviewId);
  const throughId = await lastId(trx, interviewId);
  await saveSnapshot(trx, interviewId, {
    state: Y.encodeStateAsUpdate(doc),
    throughId,
    writers: { ...row?.writers, ...Object.fromEntries(claims) },
  });
}

async function lastId(trx: Transaction<Tables>, interviewId: string): Promise<number> {
  const { id } = await trx
    .selectFrom('document_updates')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('interview_id', '=', interviewId)
    .executeTakeFirstOrThrow();
  return id;
}
