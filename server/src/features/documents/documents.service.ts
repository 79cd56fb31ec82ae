import type { DbContext, DocumentContext, RoomContext } from '../../context.ts';
import { ended } from '../../errors.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { showFiles } from './files/files.service.ts';
import { replayDocument, textOf } from './log/document-replay.ts';
import { isUnreadable } from './yjs/edit-errors.ts';
import * as documents from './log/documents.repository.ts';
import { insertGap, listGaps } from './log/offline-gaps.repository.ts';
import { recordEvent } from '../timeline/timeline.service.ts';
import type { DocumentReader } from './document-readers.service.ts';

/** Creates the document of a new interview, in the transaction that creates the interview. */
export const createDocument = documents.insertDocument;

/** Deletes the edits of an interview that is about to be deleted. */
export { deleteLog } from './log/edits.repository.ts';

/** Records an operation of an interview; returns false for a repetition. */
export { insertSave as recordOperation } from './log/documents.repository.ts';

/** Reading of an ended interview's edits, for its playback. */
export { findEditsBetween, listEdits, totalEdits, type EditTotals } from './log/edits.repository.ts';

/** Replaces a range of an ended interview's edits by one. */
export { mergeRange, storeMerge, type Merge } from './log/merge-edits.ts';

/** Returns the awareness update that removes a cursor. */
export { removedAwareness } from './live/removed-awareness.ts';

/** Merging of two changes of one text. */
export { mergeTexts } from './fulltext/text-delta.ts';

/**
 * Stores that a participant typed without a connection for `forMs` milliseconds until now. A repeat changes nothing.
 */
export async function recordOfflineGap(
  ctx: DbContext,
  { interviewId, participant }: DocumentReader,
  { id, forMs }: { id: string; forMs: number },
): Promise<Record<string, never>> {
  const participantId = participant.id;
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await insertGap(trx, { interviewId, participantId, opId: id, forMs }))) return;
    await recordEvent(trx, { interviewId, participantId, opId: `offline-${id}` }, { kind: 'offline', data: { forMs } });
  });
  return {};
}

/** Records that a participant formatted the code. Throws `ended`. */
export async function recordFormatted(
  ctx: DbContext,
  { interviewId, participant }: DocumentReader,
): Promise<Record<string, never>> {
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await documents.holdOpen(trx, interviewId))) throw ended();
    await recordEvent(trx, { interviewId, participantId: participant.id }, { kind: 'formatted', data: {} });
  });
  return {};
}

/** Returns when each participant typed without a connection. */
export function readOfflineGaps({ db }: DbContext, interviewId: string) {
  return listGaps(db, interviewId);
}

/** Changes the language for everyone in the room and later participants. Throws `ended`. */
export async function changeLanguage(
  ctx: RoomContext,
  { interviewId, participant }: DocumentReader,
  language: string,
): Promise<Record<string, never>> {
  const by = { interviewId, participantId: participant.id };
  const isNew = await ctx.db.transaction().execute(async (trx) => {
    if (!(await documents.holdOpen(trx, interviewId))) throw ended();
    return storeLanguage(trx, by, language);
  });
  if (isNew) await showLanguage(ctx, interviewId, language);
  return {};
}

/** Shows a new language to everyone in the room, and the name that the first file has in it. */
export async function showLanguage(ctx: RoomContext, interviewId: string, language: string): Promise<void> {
  ctx.rooms.showLanguage(interviewId, language);
  await showFiles(ctx, interviewId, language);
}

/** Stores and records the language. Returns false if it was stored already. */
export async function storeLanguage(
  trx: Transaction,
  by: { interviewId: string; participantId: string },
  language: string,
): Promise<boolean> {
  const isNew = await documents.updateLanguage(trx, by.interviewId, language);
  if (isNew) await recordEvent(trx, by, { kind: 'language', data: { language } });
  return isNew;
}

/** Stores the final text and closes the document. Call it after the status of the interview is final. */
export async function finalizeDocument(ctx: DocumentContext, interviewId: string): Promise<void> {
  await ctx.documents.log.flush(interviewId);
  try {
    const { doc } = await replayDocument(ctx.db, interviewId);
    await documents.markSaved(ctx.db, interviewId, { text: textOf(doc) });
  } catch (error) {
    // The last saved text stays.
    if (!isUnreadable(error)) throw error;
  }
  ctx.documents.drop(interviewId);
}
