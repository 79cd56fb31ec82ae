import * as Y from 'yjs';
import { AppError } from '../../../errors.ts';
import { isIssued, isIssuedTo } from './client-ids.ts';
import { soleWriterOf } from './typed-text.ts';

/**
 * The owners of Yjs client ids: a participant, or the server for full-text clients. Only the owner may write under an
 * id.
 */
export type ClientClaims = Map<number, string>;

/**
 * The sender of an edit. `granted` are client ids of absent writers whose edits were requested from this participant.
 * `had` is the state of their page when it opened the document, its own text and other people's, as the next clock of
 * each writer.
 */
export interface EditAuthor {
  participantId: string;
  /** True for candidates, who have a share of the items of a document. */
  isCandidate?: boolean | undefined;
  granted?: ReadonlySet<number> | undefined;
  had?: ReadonlyMap<number, number> | undefined;
}

const NO_CLIENTS: ReadonlySet<number> = new Set();
const NO_CLOCKS: ReadonlyMap<number, number> = new Map();
/**
 * Yjs client ids that one participant may write under, because each page has one. Every state vector lists them all for
 * the life of the document; a few thousand of one participant would exceed what a page may send.
 */
const WRITERS_PER_PARTICIPANT = 100;

/** True if the sender may write under a client id. The digest is computed only if nobody has written under the id. */
export function mayWrite(
  claims: ClientClaims,
  client: number,
  { participantId, granted = NO_CLIENTS }: EditAuthor,
): boolean {
  const owner = claims.get(client);
  const isOwn = owner === undefined ? isFreeFor(client, participantId) : owner === participantId;
  return isOwn || granted.has(client);
}

const isFreeFor = (client: number, participantId: string) => !isIssued(client) || isIssuedTo(client, participantId);

/**
 * Claims a client id for the sender if their edits under it, up to `clock`, exceed the state that their page had. If an
 * issued id is not granted, it is always their own.
 */
export function claimOwn(
  claims: ClientClaims,
  { participantId, granted = NO_CLIENTS, had = NO_CLOCKS }: EditAuthor,
  client: number,
  clock: number,
): void {
  if (granted.has(client)) return;
  if (isIssued(client) || clock > (had.get(client) ?? 0)) claims.set(client, participantId);
}

/** Throws `invalid` if the sender would write under too many client ids. */
export function checkWriterCount(
  claims: ClientClaims,
  { participantId, granted = NO_CLIENTS }: EditAuthor,
  clients: Iterable<number>,
): void {
  const fresh = [...clients].filter((client) => !claims.has(client) && !granted.has(client));
  if (fresh.length === 0) return;
  const owned = [...claims.values()].filter((owner) => owner === participantId).length;
  if (owned + fresh.length > WRITERS_PER_PARTICIPANT)
    throw new AppError('invalid', 'You have edited this code in too many pages. Continue in one of the older pages.');
}

/** Claims every client id of a logged update for its participant, except ids issued to another. */
export function claimClients(claims: ClientClaims, participantId: string, update: Uint8Array): void {
  for (const client of writersOf(update))
    if (!claims.has(client) && isFreeFor(client, participantId)) claims.set(client, participantId);
}

/** True if the owners of all writers of an update are known. */
export function areClaimed(claims: ClientClaims, update: Uint8Array): boolean {
  return writersOf(update).every((client) => claims.has(client));
}

// Most updates have one writer, named in the header; an update must be decoded only if it has more.
function writersOf(update: Uint8Array): number[] {
  const writer = soleWriterOf(update);
  if (writer === null) return Y.decodeUpdate(update).structs.map(({ id }) => id.client);
  return writer === undefined ? [] : [writer];
}
