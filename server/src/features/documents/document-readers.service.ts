import { cleanCode } from '@cip/contracts/rooms/code-text';
import type { moveCursor, updateDocument as updateDocumentEvent } from '@cip/contracts/rooms/document-events';
import type { Payload } from '@cip/contracts/protocol/events';
import { DEFAULT_LANGUAGE } from '@cip/contracts/rooms/documents';
import type { Participant } from '@cip/contracts/rooms/rooms';
import type { DocumentContext } from '../../context.ts';
import { firstClientId } from './yjs/client-ids.ts';
import type { FullTextSocket } from './fulltext/full-text-client.ts';
import { identifyCursor } from './live/identify-cursor.ts';
import type { LiveDocument } from './live/live-document.ts';
import * as documents from './log/documents.repository.ts';
import { readFiles } from './files/files.service.ts';
import { explainLength } from './files/too-long.ts';

/** A socket that reads the document, and how to reach it and the others in the room. */
export interface DocumentReader {
  socketId: string;
  interviewId: string;
  participant: Participant;
  /** Sends a full text; calls back with true if it is acknowledged, with false if the acknowledgement times out. */
  sendText(code: string, answered: (isShown: boolean) => void): void;
  send(event: 'document:update', update: string): void;
  /** True if more is queued for the socket than it reads. */
  isSlow(): boolean;
  /** Charges work beyond the reply to the participant's read budget, as characters of a reply. */
  spend(chars: number): void;
  markAsOwnClient(isOwn: boolean): void;
  /** Makes the socket open the document again as soon as a participant leaves, or no longer. */
  awaitEdits(isAwaiting: boolean): void;
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
  const socket: FullTextSocket = { push: reader.sendText, isSlow: reader.isSlow };
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
  // First, because only later changes are announced to this socket.
  reader.markAsOwnClient(true);
  try {
    return await exchange(ctx, document, reader, { stateVector, present });
  } catch (error) {
    // Unless it opened the document before.
    if (!document.isReadBy(reader.socketId)) reader.markAsOwnClient(false);
    throw error;
  }
}

async function exchange(
  ctx: DocumentContext,
  document: LiveDocument,
  reader: DocumentReader,
  { stateVector, present }: { stateVector: string; present: ReadonlySet<string> },
) {
  const row = await documents.findDocument(ctx.db, reader.interviewId);
  const language = row?.language ?? DEFAULT_LANGUAGE;
  const { files, deleted, creatableByCandidates } = await readFiles(ctx, reader.interviewId, language);
  const by = { socketId: reader.socketId, participantId: reader.participant.id };
  const { awaitsEdits, ...difference } = document.exchange(Buffer.from(stateVector, 'base64'), by, present);
  // A difference costs as much as the whole document, even if it is short.
  reader.spend(Math.max(0, document.openingCost - difference.update.length));
  document.subscribe(reader.socketId, {
    send: (update) => reader.send('document:update', update),
    isSlow: reader.isSlow,
  });
  reader.awaitEdits(awaitsEdits);
  return {
    ...difference,
    language,
    firstClientId: firstClientId(reader.participant.id),
    files,
    deletedFiles: deleted,
    creatableByCandidates,
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
  const by = { participantId: reader.participant.id, socketId: reader.socketId, isCandidate: isCandidate(reader) };
  try {
    await document.edit(Buffer.from(update, 'base64'), by);
  } catch (error) {
    throw await explainLength(ctx, document, error);
  }
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
  try {
    await document.editFullText(reader.socketId, cleanCode(code), { isCandidate: isCandidate(reader) });
  } catch (error) {
    throw await explainLength(ctx, document, error);
  }
  return {};
}

const isCandidate = ({ participant }: DocumentReader) => participant.type === 'candidate';

/** Removes a socket that left; the document is closed later if no reader is left. */
export function leaveDocument(ctx: DocumentContext, reader: { socketId: string; interviewId: string }): void {
  const document = ctx.documents.find(reader.interviewId);
  document?.unsubscribe(reader.socketId);
  if (document?.clientCount === 0) ctx.documents.release(reader.interviewId);
}
