import { Type } from 'typebox';
import { Closed, LanguageId, OperationId } from '../protocol/common.ts';
import { OfferedLanguage } from './documents.ts';
import { fileListFields } from './files.ts';
import { clientEvent, Nothing } from '../protocol/events.ts';

/** Bytes as base64: a Buffer would be a second frame and miss the pre-encoded fast path. */
const Base64 = (maxLength: number) => Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$', maxLength });

/**
 * Largest update that the server accepts, in bytes: replacing the longest text by another fits, so an edit is one
 * message.
 */
export const UPDATE_MAX_BYTES = 675_000;
/** Largest update in base64 characters. */
const UPDATE_MAX = (UPDATE_MAX_BYTES / 3) * 4;
/** Largest state vector, in base64 characters: all writers that the participants of an interview may have together. */
const STATE_VECTOR_MAX = 300_000;
/** Largest document state with everything ever deleted, in base64 characters: beyond any interview. */
const STATE_MAX = 100_000_000;
/** Largest cursor payload, in base64 characters (2 KB of bytes). */
const AWARENESS_MAX = 2_800;

/** A Yjs client id: chosen by a page of an earlier release, up to 32 bits, or issued, up to 49. */
const ClientId = Type.Integer({ minimum: 0, maximum: 2 ** 49 - 1 });

/**
 * Opens the document on this socket, which from now on gets updates instead of full texts. The reply has the difference
 * from the client's state to the server's, and the server's state vector, so that the client can send the edits that
 * the server lacks. It also names the client ids that no other participant can write under.
 */
export const openDocument = clientEvent({
  name: 'document:open',
  from: 'participant',
  payload: Closed({ stateVector: Base64(STATE_VECTOR_MAX) }),
  reply: Closed({
    update: Base64(STATE_MAX),
    stateVector: Base64(STATE_MAX),
    language: LanguageId,
    firstClientId: ClientId,
    /** Absent from nodes of earlier releases. */
    files: Type.Optional(fileListFields.files),
    deletedFiles: Type.Optional(fileListFields.deleted),
    creatableByCandidates: fileListFields.creatableByCandidates,
    /** Whether candidates may change the list. */
    filesAllowed: Type.Optional(Type.Boolean()),
  }),
});

/**
 * One edit as a Yjs update; acknowledged after it is in the database with everything it depends on. A repeat is
 * recognized by its bytes; nodes of the previous release need the `id`.
 */
export const updateDocument = clientEvent({
  name: 'document:update',
  from: 'participant',
  payload: Closed({ id: Type.Optional(OperationId), update: Base64(UPDATE_MAX) }),
  reply: Nothing,
});

/** Cursor and selection of this client; never stored, and relayed only if the receiver is not slow. */
export const moveCursor = clientEvent({
  name: 'document:awareness',
  from: 'participant',
  payload: Closed({ clientId: ClientId, update: Base64(AWARENESS_MAX) }),
  reply: Nothing,
});

/** Changes the language of the document for everyone. */
export const changeLanguage = clientEvent({
  name: 'document:language',
  from: 'participant',
  payload: Closed({ language: OfferedLanguage }),
  reply: Nothing,
});

/** Longest time without a connection that is stored: a week (ms). */
export const OFFLINE_MAX_MS = 7 * 24 * 3_600_000;

/**
 * Stores that the sender typed without a connection for `forMs` milliseconds until now, by the clock of the server. If
 * an `id` is repeated, nothing changes.
 */
export const noteOffline = clientEvent({
  name: 'document:offline',
  from: 'participant',
  payload: Closed({ id: OperationId, forMs: Type.Integer({ minimum: 0, maximum: OFFLINE_MAX_MS }) }),
  reply: Nothing,
});

/** Records that the sender's last edit formatted the code, so that its playback does not show a paste. */
export const noteFormatted = clientEvent({
  name: 'document:formatted',
  from: 'participant',
  payload: Nothing,
  reply: Nothing,
});

/** Events the server sends about the document. */
export interface DocumentServerEvents {
  /** An edit of another client, as base64. */
  'document:update': (update: string) => void;
  /** The cursor of another client, as base64. */
  'document:awareness': (update: string) => void;
  'document:language': (data: { language: string }) => void;
  /** Requests the edits that the typing mode still holds back, just before the end; acknowledged when they are sent. */
  'document:flush': (ack: () => void) => void;
  /** Edits may have been missed: open the document again. */
  'document:resync': () => void;
}
