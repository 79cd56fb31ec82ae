import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import { cleanCode } from '@cip/contracts/code-text';
import type { moveCursor } from '@cip/contracts/document-events';
import type { Body } from '@cip/contracts/endpoint';
import type { Payload } from '@cip/contracts/events';
import {
  DEFAULT_LANGUAGE,
  SHARED_TEXT,
  type CodeEditorData,
  type EditorSettings,
  type saveCode as saveCodeCall,
} from '@cip/contracts/documents';
import type { Participant } from '@cip/contracts/rooms';
import * as Y from 'yjs';
import type { AppContext } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { firstClientId } from './yjs/client-ids.ts';
import { cursorOf } from './live/identify-cursor.ts';
import { NO_CODE, replayDocument, textOf } from './log/document-replay.ts';
import { isUnreadable } from './yjs/integration-budget.ts';
import * as documents from './log/documents.repository.ts';
import type { LiveDocument } from './live/live-document.ts';
import { insertGap, listGaps } from './log/offline-gaps.repository.ts';
import { deltaGrowth, deltaSize, textDelta } from './fulltext/text-delta.ts';
import { guardLength } from './yjs/update-guard.ts';

/** Creates the document of a new interview, in the transaction that creates the interview. */
export const createDocument = documents.insertDocument;

/** What takes back a cursor that was sent. */
export { cursorGone } from './live/removed-awareness.ts';

type DocumentContext = Pick<AppContext, 'db' | 'documents'>;

const ended = () => new AppError('ended', 'This session has ended.');

/** The code of an interview as its log has it, for those who ask once. Throws `not_found` when there is none. */
export async function replayCode(ctx: Pick<AppContext, 'db'>, interviewId: string): Promise<CodeEditorData> {
  const [{ doc, row }, changedAt] = await Promise.all([
    replayDocument(ctx.db, interviewId),
    documents.lastChange(ctx.db, interviewId),
  ]);
  return codeOf(row, textOf(doc), changedAt);
}

/** The same, for those who may ask on and on: the node keeps what it replayed for a while. */
export async function readCode(ctx: DocumentContext, interviewId: string): Promise<CodeEditorData> {
  const [text, row, changedAt] = await Promise.all([
    ctx.documents.replays.text(interviewId),
    documents.findHead(ctx.db, interviewId),
    documents.lastChange(ctx.db, interviewId),
  ]);
  if (!row) throw notFound(NO_CODE);
  return codeOf(row, text, changedAt);
}

function codeOf(head: documents.DocumentHead, text: string, changedAt: string | undefined): CodeEditorData {
  return {
    interview_session_id: head.interview_id,
    language: head.language,
    code_content: cleanCode(text),
    cursor_positions: null,
    selection_data: null,
    editor_settings: head.editor_settings,
    last_updated_at: changedAt && changedAt > head.updated_at ? changedAt : head.updated_at,
  };
}

/**
 * Saves a text as an edit of the document, never as its replacement. Without a `base` the text nearest to what is
 * saved of those the caller may have been shown counts. An operation that was saved before is answered with the code
 * as it is now and changes nothing, however late it comes. Throws `ended` when the interview is not active, `resync`
 * when a given update does not fit, `too_large` when the text would be too long with what others wrote.
 */
export async function saveCode(
  ctx: DocumentContext,
  interviewId: string,
  author: { participantId: string },
  body: Body<typeof saveCodeCall>,
): Promise<CodeEditorData> {
  const opId = body.op_id ?? randomUUID();
  const { isLogged, isSaved } = await documents.operationState(ctx.db, interviewId, opId);
  const isOpen = await documents.isOpen(ctx.db, interviewId);
  if (!isOpen && !isLogged && !isSaved) throw ended();
  if (isOpen && !isSaved) {
    const document = await ctx.documents.open(interviewId);
    if (!isLogged) await takeEdit(ctx, document, { ...author, opId }, body);
    await markSavedOnce(ctx, document, opId, body);
  }
  return readCode(ctx, interviewId);
}

interface Operation {
  participantId: string;
  opId: string;
}

async function takeEdit(
  ctx: DocumentContext,
  document: LiveDocument,
  operation: Operation,
  body: Body<typeof saveCodeCall>,
): Promise<void> {
  if (body.update === undefined) return saveText(ctx, document, operation, body);
  await document.edit(Buffer.from(body.update, 'base64'), { ...operation, readerId: null });
}

// One transaction: of two that do the same save at the same time, one notes it, and a repeat that comes after a
// newer save takes nothing back.
function markSavedOnce(
  ctx: DocumentContext,
  { interviewId, text }: LiveDocument,
  opId: string,
  { language, editor_settings }: Body<typeof saveCodeCall>,
): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    if (!(await documents.insertSave(trx, interviewId, opId))) return;
    await documents.markSaved(trx, interviewId, { text, language, editorSettings: serialised(editor_settings) });
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
  guardLength(current.length, deltaGrowth(edit));
  const before = Y.encodeStateVector(copy);
  copy.getText(SHARED_TEXT).applyDelta(edit.ops);
  const update = { interviewId, ...author, bytes: Y.encodeStateAsUpdate(copy, before) };
  // Into the log first: repeated on another node at the same time, only one of the two is taken.
  const isNew = await documents.appendUpdate(ctx.db, update);
  if (isNew === null) throw ended();
  if (isNew) document.show(update);
}

async function likelyBases(ctx: DocumentContext, document: LiveDocument, author: { participantId: string }) {
  const row = await documents.findDocument(ctx.db, document.interviewId);
  return [document.text, ...document.shownTo(author.participantId), row?.saved_text ?? ''];
}

/** The edit of `current` that turning the nearest of `bases` into `code` means. */
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

/** Who an event about the document comes from, and how to reach them and the others. */
interface Reader {
  socketId: string;
  interviewId: string;
  participant: Participant;
  /** Sends a full text; calls back with true when it is acknowledged, with false when that takes too long. */
  sendText(code: string, answered: (isShown: boolean) => void): void;
  send(event: 'document:update', update: string): void;
  tellAll(event: 'document:language', data: { language: string }): void;
  /** Whether more is on its way to it than it takes. */
  isSlow(): boolean;
  becomeOwn(): void;
}

/** Lets a socket that just came in follow the document with full texts; own clients open it right after. */
export async function followPlain(ctx: DocumentContext, reader: Reader): Promise<void> {
  const document = await ctx.documents.open(reader.interviewId);
  document.readPlain(reader.socketId, reader.participant.id, {
    // Socket.IO hands over events on the next tick but acknowledgements at once: an acknowledgement would overtake
    // the text that was sent before it.
    push: (code, answered) => reader.sendText(code, (isShown) => process.nextTick(answered, isShown)),
    isSlow: reader.isSlow,
  });
}

/**
 * Opens the document on a socket of an own client: it gets what it lacks and every edit from now on, and learns what
 * it has to send. `present` are the participants of the room. Throws `invalid` for a state that is none.
 */
export async function openDocument(
  ctx: DocumentContext,
  reader: Reader,
  stateVector: string,
  present: ReadonlySet<string>,
) {
  const document = await ctx.documents.open(reader.interviewId);
  const row = await documents.findDocument(ctx.db, reader.interviewId);
  const by = { readerId: reader.socketId, participantId: reader.participant.id };
  const difference = document.exchange(Buffer.from(stateVector, 'base64'), by, present);
  document.read(reader.socketId, {
    send: (update) => reader.send('document:update', update),
    isSlow: reader.isSlow,
  });
  reader.becomeOwn();
  return {
    ...difference,
    language: row?.language ?? DEFAULT_LANGUAGE,
    firstClientId: firstClientId(reader.participant.id),
  };
}

/** Takes an edit of an own client. Settles when it is in the log with all it depends on. */
export async function updateDocument(
  ctx: DocumentContext,
  reader: Reader,
  { id, update }: { id: string; update: string },
): Promise<Record<string, never>> {
  const document = ctx.documents.find(reader.interviewId) ?? (await ctx.documents.open(reader.interviewId));
  const by = { opId: id, participantId: reader.participant.id, readerId: reader.socketId };
  await document.edit(Buffer.from(update, 'base64'), by);
  return {};
}

/**
 * Returns a cursor as the others get it, as base64, or null when there is nothing to tell. Throws `invalid` when it is
 * not one cursor under a client id of the reader's own, `limit_reached` when its participant shows too many.
 */
export function readCursor(ctx: DocumentContext, reader: Reader, cursor: Payload<typeof moveCursor>): string | null {
  const told = cursorOf(reader.participant, cursor);
  const document = ctx.documents.find(reader.interviewId);
  if (told === null || !document) return null;
  document.showCursor(cursor.clientId, { readerId: reader.socketId, participantId: reader.participant.id });
  return told;
}

/**
 * Takes a full text of a plain client as an edit. Settles when it is in the log. The text is taken before this
 * returns: an acknowledgement that arrived after it must not be seen before it.
 */
export async function takeFullText(ctx: DocumentContext, reader: Reader, code: string): Promise<Record<string, never>> {
  const document = ctx.documents.find(reader.interviewId) ?? (await ctx.documents.open(reader.interviewId));
  await document.editPlain(reader.socketId, cleanCode(code));
  return {};
}

/** Notes that a participant typed without a connection, for so long and until now. A repeat changes nothing. */
export async function noteOffline(
  ctx: Pick<AppContext, 'db'>,
  { interviewId, participant }: Reader,
  { id, forMs }: { id: string; forMs: number },
): Promise<Record<string, never>> {
  await insertGap(ctx.db, { interviewId, participantId: participant.id, opId: id, forMs });
  return {};
}

/** Returns when each participant typed without a connection. */
export function readOfflineGaps({ db }: Pick<AppContext, 'db'>, interviewId: string) {
  return listGaps(db, interviewId);
}

/** Changes the language for everybody in the room and those who come later. */
export async function changeLanguage(
  ctx: Pick<AppContext, 'db'>,
  reader: Reader,
  language: string,
): Promise<Record<string, never>> {
  const isNew = await documents.updateLanguage(ctx.db, reader.interviewId, language);
  if (isNew) reader.tellAll('document:language', { language });
  return {};
}

/** A socket is gone: it reads no more, and the document may rest. */
export function stopReading(ctx: DocumentContext, reader: { socketId: string; interviewId: string }): void {
  const document = ctx.documents.find(reader.interviewId);
  document?.stopReading(reader.socketId);
  if (document?.readerCount === 0) ctx.documents.release(reader.interviewId);
}

/** Stores the final text and lets the document go; to be called after the interview's status is final. */
export async function settleDocument(ctx: DocumentContext, interviewId: string): Promise<void> {
  await ctx.documents.log.flush();
  try {
    const { doc } = await replayDocument(ctx.db, interviewId);
    await documents.markSaved(ctx.db, interviewId, { text: textOf(doc) });
  } catch (error) {
    // Its last saved text stays.
    if (!isUnreadable(error)) throw error;
  }
  ctx.documents.drop(interviewId);
}
