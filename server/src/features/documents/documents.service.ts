import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import { cleanCode } from '@cip/contracts/rooms/code-text';
import type { moveCursor, updateDocument as updateDocumentEvent } from '@cip/contracts/rooms/document-events';
import type { Body } from '@cip/contracts/protocol/endpoint';
import type { Payload } from '@cip/contracts/protocol/events';
import {
  DEFAULT_LANGUAGE,
  SHARED_TEXT,
  type CodeEditorData,
  type EditorSettings,
  type FileContent,
  type saveCode as saveCodeCall,
} from '@cip/contracts/rooms/documents';
import type { Participant } from '@cip/contracts/rooms/rooms';
import type { Transaction } from 'kysely';
import * as Y from 'yjs';
import type { DbContext, DocumentContext } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Tables } from '../../platform/database/database.ts';
import { firstClientId } from './yjs/client-ids.ts';
import type { FullTextSocket } from './fulltext/full-text-client.ts';
import { identifyCursor } from './live/identify-cursor.ts';
import { NO_CODE, replayDocument, textOf, textsOf } from './log/document-replay.ts';
import { isUnreadable } from './yjs/edit-errors.ts';
import * as documents from './log/documents.repository.ts';
import type { LiveDocument } from './live/live-document.ts';
import { insertGap, listGaps } from './log/offline-gaps.repository.ts';
import { editOperationId } from './log/update-author.ts';
import { readContents, readFiles } from './files/files.service.ts';
import { recordEvent } from '../timeline/timeline.service.ts';
import { deltaGrowth, deltaSize, textDelta } from './fulltext/text-delta.ts';
import { guardLength, lengthOf } from './yjs/code-length.ts';

/** Creates the document of a new interview, in the transaction that creates the interview. */
export const createDocument = documents.insertDocument;

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

const ended = () => new AppError('ended', 'This session has ended.');

/**
 * Returns the code of an interview by replaying its log. For single reads. Rejects with `not_found` if there is none.
 */
export async function replayCode(ctx: DbContext, interviewId: string): Promise<CodeEditorData> {
  const [{ doc, row }, changedAt] = await Promise.all([
    replayDocument(ctx.db, interviewId),
    documents.lastChange(ctx.db, interviewId),
  ]);
  return codeOf(ctx, row, textsOf(doc), changedAt);
}

/** Returns the code of an interview like replayCode, through the replay cache of this node. For repeated reads. */
export async function readCode(ctx: DocumentContext, interviewId: string): Promise<CodeEditorData> {
  const [texts, row, changedAt] = await Promise.all([
    ctx.documents.replayCache.texts(interviewId),
    documents.findHead(ctx.db, interviewId),
    documents.lastChange(ctx.db, interviewId),
  ]);
  if (!row) throw notFound(NO_CODE);
  return codeOf(ctx, row, texts, changedAt);
}

async function codeOf(
  ctx: DbContext,
  head: documents.DocumentHead,
  texts: ReadonlyMap<string, string>,
  changedAt: string | undefined,
): Promise<CodeEditorData> {
  const { interview_id: interviewId, language } = head;
  const contentOf = (root: string) => cleanCode(texts.get(root) ?? '');
  const files = await readContents(ctx, { interviewId, language }, contentOf);
  return {
    interview_session_id: interviewId,
    language,
    code_content: contentOf(SHARED_TEXT),
    cursor_positions: null,
    selection_data: null,
    editor_settings: head.editor_settings,
    last_updated_at: changedAt && changedAt > head.updated_at ? changedAt : head.updated_at,
    ...(files && { files }),
  };
}

/**
 * Saves a text as an edit of the document, never as its replacement. If there is no `base`, the nearest text that the
 * caller may have seen is the base. A repeated operation returns the current code and changes nothing, however late it
 * comes. Rejects with `ended` if the interview is not active, `resync` if a given update does not fit, `too_large` if
 * the text merged with edits of others would be too long.
 */
export async function saveCode(
  ctx: DocumentContext,
  interviewId: string,
  author: { participantId: string },
  body: Body<typeof saveCodeCall>,
): Promise<CodeEditorData> {
  const opId = body.op_id ?? randomUUID();
  const update = body.update === undefined ? null : Buffer.from(body.update, 'base64');
  const ids = { edit: update ? editOperationId(update) : opId, save: opId };
  const { isLogged, isSaved } = await documents.operationState(ctx.db, interviewId, ids);
  const isOpen = await documents.isOpen(ctx.db, interviewId);
  if (!isOpen && !isLogged && !isSaved) throw ended();
  if (isOpen && !isSaved) {
    const document = await ctx.documents.open(interviewId);
    if (!isLogged)
      await (update
        ? document.edit(update, { ...author, socketId: null })
        : saveText(ctx, document, { ...author, opId }, body));
    await markSavedOnce(ctx, document, { ...author, opId }, body);
  }
  return readCode(ctx, interviewId);
}

interface Operation {
  participantId: string;
  opId: string;
}

// One transaction: of two concurrent repeats only one records the save, and a repeat after a newer save undoes nothing.
function markSavedOnce(
  ctx: DocumentContext,
  { interviewId, text }: LiveDocument,
  { participantId, opId }: Operation,
  { language, editor_settings }: Body<typeof saveCodeCall>,
): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    if (!(await documents.insertSave(trx, interviewId, opId))) return;
    // First, because like a change of the language it locks the document before events are recorded.
    await documents.markSaved(trx, interviewId, { text, editorSettings: serialised(editor_settings) });
    await recordEvent(trx, { interviewId, participantId, opId: `saved-${opId}` }, { kind: 'saved', data: {} });
    if (language !== undefined) await storeLanguage(trx, { interviewId, participantId }, language);
  });
}

async function saveText(
  ctx: DocumentContext,
  document: LiveDocument,
  author: Operation,
  body: Body<typeof saveCodeCall>,
): Promise<void> {
  const { interviewId } = document;
  const code = cleanCode(body.code_content);
  const bases = body.base === undefined ? await likelyBases(ctx, document, author) : [cleanCode(body.base)];
  const copy = await document.loggedCopy(author.participantId);
  const current = textOf(copy);
  const edit = editOnto(current, bases, code);
  if (edit.ops.length === 0) return;
  guardLength(lengthOf(copy), deltaGrowth(edit));
  const before = Y.encodeStateVector(copy);
  copy.getText(SHARED_TEXT).applyDelta(edit.ops);
  const update = { interviewId, ...author, bytes: Y.encodeStateAsUpdate(copy, before) };
  // Appended before it is shown, because only one save is new if another node runs the same one concurrently.
  const isNew = await documents.appendUpdate(ctx.db, update);
  if (isNew === null) throw ended();
  if (isNew) document.applyLogged(update);
}

async function likelyBases(ctx: DocumentContext, document: LiveDocument, author: { participantId: string }) {
  const row = await documents.findDocument(ctx.db, document.interviewId);
  return [document.text, ...document.textsShownTo(author.participantId), row?.saved_text ?? ''];
}

/** Returns the edit of `current` that stands for changing the nearest of `bases` into `code`. */
function editOnto(current: string, bases: string[], code: string) {
  const [nearest] = bases
    .map((base) => ({ base, edit: textDelta(base, code) }))
    .toSorted((a, b) => deltaSize(a.edit) - deltaSize(b.edit));
  if (!nearest) throw new Error('An edit needs a base.');
  return textDelta(nearest.base, current).transform(nearest.edit, true);
}

function serialised(settings: Static<typeof EditorSettings> | null | undefined): string | undefined {
  return settings ? JSON.stringify(settings) : undefined;
}

/** A socket that reads the document, and how to reach it and the others in the room. */
interface DocumentReader {
  socketId: string;
  interviewId: string;
  participant: Participant;
  /** Sends a full text; calls back with true if it is acknowledged, with false if the acknowledgement times out. */
  sendText(code: string, answered: (isShown: boolean) => void): void;
  send(event: 'document:update', update: string): void;
  emitToAll(event: 'document:language', data: { language: string }): void;
  /** True if more is queued for the socket than it reads. */
  isSlow(): boolean;
  /** Charges work beyond the reply to the participant's read budget, as characters of a reply. */
  spend(chars: number): void;
  markAsOwnClient(): void;
}

/** Returns the text as this node has it at the call, with edits that are not in the log yet. */
export async function findCurrentText(ctx: DocumentContext, interviewId: string): Promise<string> {
  const document = ctx.documents.find(interviewId) ?? (await ctx.documents.open(interviewId));
  return document.text;
}

/** The text of an interview, and all its files if it has several. */
export interface CurrentCode {
  code: string;
  files?: FileContent[];
}

/**
 * Returns the texts as this node has them at the call, with edits that are not in the log yet, and with the earlier
 * edits of a participant that wait until the files are read.
 */
export async function findCurrentCode(
  ctx: DocumentContext,
  interviewId: string,
  participantId: string,
): Promise<CurrentCode> {
  const document = ctx.documents.find(interviewId) ?? (await ctx.documents.open(interviewId));
  const applied = document.whenApplied(participantId);
  if (applied) await applied;
  const { texts } = document;
  const contentOf = (root: string) => texts.get(root) ?? '';
  const head = await documents.findHead(ctx.db, interviewId);
  const language = head?.language ?? DEFAULT_LANGUAGE;
  const files = await readContents(ctx, { interviewId, language }, contentOf);
  return { code: contentOf(SHARED_TEXT), ...(files && { files }) };
}

/**
 * Sends a socket that just joined the document as full texts; Yjs clients open the document right after. Clients show
 * the seed text before they join, except if they waited.
 */
export async function subscribeFullText(
  ctx: DocumentContext,
  reader: DocumentReader,
  showsSeedText = true,
): Promise<void> {
  const document = await ctx.documents.open(reader.interviewId);
  const socket: FullTextSocket = {
    // Socket.IO delivers events on the next tick but acknowledgements immediately: without nextTick an acknowledgement
    // would overtake the text that was sent before it.
    push: (code, answered) => reader.sendText(code, (isShown) => process.nextTick(answered, isShown)),
    isSlow: reader.isSlow,
  };
  document.subscribeFullText(reader.socketId, reader.participant.id, socket, showsSeedText);
}

/**
 * Opens the document for a client that edits through Yjs: returns the update that it lacks and the state beyond which
 * it has to send, and sends it every further edit. `present` are the participants of the room. Rejects with `invalid`
 * if the state vector is malformed.
 */
export async function openDocument(
  ctx: DocumentContext,
  reader: DocumentReader,
  stateVector: string,
  present: ReadonlySet<string>,
) {
  const document = await ctx.documents.open(reader.interviewId);
  const row = await documents.findDocument(ctx.db, reader.interviewId);
  const language = row?.language ?? DEFAULT_LANGUAGE;
  const { files, deleted } = await readFiles(ctx, reader.interviewId, language);
  const by = { socketId: reader.socketId, participantId: reader.participant.id };
  const difference = document.exchange(Buffer.from(stateVector, 'base64'), by, present);
  // A difference costs as much as the whole document, even if it is short.
  reader.spend(Math.max(0, document.openingCost - difference.update.length));
  document.subscribe(reader.socketId, {
    send: (update) => reader.send('document:update', update),
    isSlow: reader.isSlow,
  });
  reader.markAsOwnClient();
  return {
    ...difference,
    language,
    firstClientId: firstClientId(reader.participant.id),
    files,
    deletedFiles: deleted,
    filesAllowed: row?.files_allowed ?? true,
  };
}

/** Applies an edit of a Yjs client. Resolves when it is in the log with everything it depends on. */
export async function updateDocument(
  ctx: DocumentContext,
  reader: DocumentReader,
  { update }: Payload<typeof updateDocumentEvent>,
): Promise<Record<string, never>> {
  const document = ctx.documents.find(reader.interviewId) ?? (await ctx.documents.open(reader.interviewId));
  const by = { participantId: reader.participant.id, socketId: reader.socketId };
  await document.edit(Buffer.from(update, 'base64'), by);
  return {};
}

/**
 * Returns a cursor as it is sent to the other clients, as base64, or null if there is nothing to send. Throws `invalid`
 * if it is not one cursor under a client id of its participant, `limit_reached` if the participant shows too many.
 */
export function acceptCursor(
  ctx: DocumentContext,
  reader: DocumentReader,
  cursor: Payload<typeof moveCursor>,
): string | null {
  const identified = identifyCursor(reader.participant, cursor);
  const document = ctx.documents.find(reader.interviewId);
  if (identified === null || !document) return null;
  document.showCursor(cursor.clientId, { socketId: reader.socketId, participantId: reader.participant.id });
  return identified;
}

/**
 * Applies a full text of a full-text client as an edit. Resolves when it is in the log. The text is applied
 * synchronously, because a later acknowledgement must not be handled before it.
 */
export async function editFullText(
  ctx: DocumentContext,
  reader: DocumentReader,
  code: string,
): Promise<Record<string, never>> {
  const document = ctx.documents.find(reader.interviewId) ?? (await ctx.documents.open(reader.interviewId));
  await document.editFullText(reader.socketId, cleanCode(code));
  return {};
}

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
  ctx: DbContext,
  reader: DocumentReader,
  language: string,
): Promise<Record<string, never>> {
  const { interviewId, participant } = reader;
  const by = { interviewId, participantId: participant.id };
  const isNew = await ctx.db.transaction().execute(async (trx) => {
    if (!(await documents.holdOpen(trx, interviewId))) throw ended();
    return storeLanguage(trx, by, language);
  });
  if (isNew) reader.emitToAll('document:language', { language });
  return {};
}

/** Stores and records the language. Returns false if it was stored already. */
async function storeLanguage(
  trx: Transaction<Tables>,
  by: { interviewId: string; participantId: string },
  language: string,
): Promise<boolean> {
  const isNew = await documents.updateLanguage(trx, by.interviewId, language);
  if (isNew) await recordEvent(trx, by, { kind: 'language', data: { language } });
  return isNew;
}

/** Removes a socket that left; the document is closed later if no reader is left. */
export function leaveDocument(ctx: DocumentContext, reader: { socketId: string; interviewId: string }): void {
  const document = ctx.documents.find(reader.interviewId);
  document?.unsubscribe(reader.socketId);
  if (document?.clientCount === 0) ctx.documents.release(reader.interviewId);
}

/** Stores the final text and closes the document. Call it after the status of the interview is final. */
export async function finalizeDocument(ctx: DocumentContext, interviewId: string): Promise<void> {
  await ctx.documents.log.flush();
  try {
    const { doc } = await replayDocument(ctx.db, interviewId);
    await documents.markSaved(ctx.db, interviewId, { text: textOf(doc) });
  } catch (error) {
    // The last saved text stays.
    if (!isUnreadable(error)) throw error;
  }
  ctx.documents.drop(interviewId);
}
