import { hasForbiddenControl } from '@cip/contracts/rooms/code-text';
import { CODE_MAX } from '@cip/contracts/protocol/common';
import { SHARED_TEXT } from '@cip/contracts/rooms/documents';
import * as Y from 'yjs';
import { AppError } from '../../../errors.ts';
import { isIssued, isIssuedTo } from './client-ids.ts';
import { integrablePart } from './integrable-part.ts';
import { areMerged } from './deletions.ts';
import type { Deletions } from './count-deleted.ts';
import { soleWriterOf, writerCountOf, type Position, type TypedText } from './typed-text.ts';

type DecodedStruct = ReturnType<typeof Y.decodeUpdate>['structs'][number];

/**
 * The owners of Yjs client ids: a participant, or the server for full-text clients. Only the owner may write under an
 * id.
 */
export type ClientClaims = Map<number, string>;

/** What the guard needs to know of a document. */
export interface GuardedDocument {
  /** Length of the text in UTF-16 units. */
  readonly length: number;
  /** Returns the next clock of a writer. */
  clockOf(client: number): number;
  /** Returns how many characters of the text deletions remove. */
  countDeleted(deletions: Deletions): number;
}

/**
 * The sender of an edit. `granted` are client ids of absent writers whose edits this participant was asked for. `had`
 * is what their page had when it opened the document, its own text and that of others, as the next clock of each
 * writer.
 */
export interface EditAuthor {
  participantId: string;
  granted?: ReadonlySet<number> | undefined;
  had?: ReadonlyMap<number, number> | undefined;
}

const NO_CLIENTS: ReadonlySet<number> = new Set();
const NO_CLOCKS: ReadonlyMap<number, number> = new Map();
/** Writers in one update; honest updates have far fewer. */
const WRITERS_MAX = 100;
/** Items and gaps in one update: 18,000 edits at random places, all sent at once, make 20,000. */
const UPDATE_STRUCTS_MAX = 30_000;
/** How often the structs of an update may be looked at on average: each round looks again at those that must wait. */
const LOOKS_PER_STRUCT = 32;
/**
 * Yjs client ids that one participant may write under: each page has one. Every state vector lists them all for the
 * life of the document; a few thousand of one participant would exceed what a page may send.
 */
const WRITERS_PER_PARTICIPANT = 100;

/** Returns the error for an edit that depends on something the document lacks. */
export const resyncRequired = () =>
  new AppError('resync', 'The edit does not fit the document. Open the document again.');
const invalidEdit = () => new AppError('invalid', 'The edit is not valid.');

/**
 * Checks an update before it is applied to the replica. It must decode, contain only plain text, have its dependencies
 * in the document, be written under client ids that are free, owned by this participant or granted to it (a forged id
 * makes replicas diverge for ever), and keep the document within its size limit. Claims the free ids under which the
 * update adds more than the page had when it opened the document: anything less may be the text of others.
 *
 * Returns what may be applied: the update, or its integrable part when something is missing. People whose edits
 * interleave each send their own, and neither can be complete before the other. Throws `resync` when nothing is
 * integrable, `invalid` or `too_large` otherwise. A participant may write only under a limited number of ids.
 */
export function guardUpdate(
  document: GuardedDocument,
  claims: ClientClaims,
  by: EditAuthor,
  update: Uint8Array,
  decoded = decodeEdit(update),
): Uint8Array {
  const { structs, ds } = decoded;
  if (structs.length > UPDATE_STRUCTS_MAX) throw invalidEdit();
  const parts = Map.groupBy(structs, ({ id }) => id.client);
  // Yjs keeps only the last of two parts of one writer; the guard would check both.
  if (parts.size !== writerCountOf(update) || parts.size > WRITERS_MAX || !areMerged(ds)) throw invalidEdit();
  const ahead = new Map<number, number>();
  const clockOf = (client: number) => ahead.get(client) ?? document.clockOf(client);
  let [added, looks] = [0, 0];
  /** The last struct of each writer that was checked; one that waits is looked at many times. */
  const checked = new Map<number, DecodedStruct>();
  const check = (struct: DecodedStruct): void => {
    const { client } = struct.id;
    const last = checked.get(client);
    if (last === struct) return;
    if (!last && !mayWrite(claims, client, by)) throw invalidEdit();
    checkContent(struct);
    checked.set(client, struct);
  };
  const take = (struct: DecodedStruct): boolean => {
    // Yjs writes none without a length, but would integrate one, uncounted.
    if (struct.length === 0 || ++looks > structs.length * LOOKS_PER_STRUCT) throw invalidEdit();
    const { client, clock } = struct.id;
    const known = clockOf(client);
    if (clock + struct.length <= known) return true;
    check(struct);
    if (clock > known || isLinkMissing(struct, clockOf)) return false;
    ahead.set(client, clock + struct.length);
    added += textLength(struct);
    return true;
  };
  const isWhole = takeInOrder([...parts.values()], take) && areKnown(ds, clockOf);
  if (!isWhole && ahead.size === 0) throw resyncRequired();
  // Counted only when it matters; a partial update may leave deletions for later.
  if (isWhole && isTooLong(document.length, added)) added -= document.countDeleted(ds);
  guardLength(document.length, added);
  checkWriterCount(claims, by, ahead.keys());
  for (const [client, clock] of ahead) claimOwn(claims, by, client, clock);
  if (isWhole) return update;
  return integrablePart(decoded, { known: (client) => document.clockOf(client), integrable: clockOf });
}

// Takes the parts in turn, each as far as its dependencies allow, since interleaved parts depend on each other. Returns
// whether all structs were taken.
function takeInOrder(parts: DecodedStruct[][], take: (struct: DecodedStruct) => boolean): boolean {
  let left = parts.map((structs) => ({ structs, next: 0 }));
  while (left.length > 0) {
    let taken = 0;
    for (const part of left)
      for (let struct = part.structs[part.next]; struct && take(struct); struct = part.structs[++part.next]) taken++;
    if (taken === 0) return false;
    left = left.filter(({ structs, next }) => next < structs.length);
  }
  return true;
}

function areKnown(deletions: Deletions, clockOf: (client: number) => number): boolean {
  return [...deletions.clients].every(([client, ranges]) =>
    ranges.every(({ clock, len }) => clock + len <= clockOf(client)),
  );
}

/**
 * Checks typed text as `guardUpdate` does. Returns false when it is not the next text of its writer or a dependency is
 * missing; then the update has to pass `guardUpdate`.
 */
export function guardTyped(document: GuardedDocument, claims: ClientClaims, by: EditAuthor, typed: TypedText): boolean {
  const { client, text } = typed;
  if (!isNext(document, typed)) return false;
  if (!mayWrite(claims, client, by)) throw invalidEdit();
  guardLength(document.length, text.length);
  checkWriterCount(claims, by, [client]);
  claimOwn(claims, by, client, typed.clock + text.length);
  return true;
}

/** Whether the document lacks the typed text and nothing that it depends on. */
export function isNext(document: GuardedDocument, { client, clock, origin, rightOrigin }: TypedText): boolean {
  return (
    clock === document.clockOf(client) &&
    !isPositionMissing(document, origin) &&
    !isPositionMissing(document, rightOrigin)
  );
}

// The digest is computed only for an id that has not been written under.
function mayWrite(claims: ClientClaims, client: number, { participantId, granted = NO_CLIENTS }: EditAuthor): boolean {
  const owner = claims.get(client);
  const isOwn = owner === undefined ? isFreeFor(client, participantId) : owner === participantId;
  return isOwn || granted.has(client);
}

const isFreeFor = (client: number, participantId: string) => !isIssued(client) || isIssuedTo(client, participantId);

// Everything up to `clock` belongs to this participant where it exceeds what their page had. An issued id that is not
// granted is always their own.
function claimOwn(
  claims: ClientClaims,
  { participantId, granted = NO_CLIENTS, had = NO_CLOCKS }: EditAuthor,
  client: number,
  clock: number,
): void {
  if (granted.has(client)) return;
  if (isIssued(client) || clock > (had.get(client) ?? 0)) claims.set(client, participantId);
}

function checkWriterCount(
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

function isPositionMissing(document: GuardedDocument, link: Position | null): boolean {
  return link !== null && link.clock >= document.clockOf(link.client);
}

/** Throws `too_large` when a text of this length must not grow by so many characters. It may always shrink. */
export function guardLength(length: number, added: number): void {
  if (isTooLong(length, added))
    throw new AppError('too_large', `The code may have at most ${CODE_MAX.toLocaleString('en-US')} characters.`);
}

const isTooLong = (length: number, added: number) => added > 0 && length + added > CODE_MAX;

/** Claims every client id of a logged update for its participant, except ids issued to another. */
export function claimClients(claims: ClientClaims, participantId: string, update: Uint8Array): void {
  for (const client of writersOf(update))
    if (!claims.has(client) && isFreeFor(client, participantId)) claims.set(client, participantId);
}

/** Claims the client ids of all updates of a log. */
export function claimLog(claims: ClientClaims, updates: { writer: string | null; bytes: Uint8Array }[]): void {
  for (const { bytes, writer } of updates) if (writer !== null) claimClients(claims, writer, bytes);
}

/** Whether the owners of all writers of an update are known. */
export function areClaimed(claims: ClientClaims, update: Uint8Array): boolean {
  return writersOf(update).every((client) => claims.has(client));
}

// Most updates have one writer, named in the header; only updates with more must be decoded.
function writersOf(update: Uint8Array): number[] {
  const writer = soleWriterOf(update);
  if (writer === null) return Y.decodeUpdate(update).structs.map(({ id }) => id.client);
  return writer === undefined ? [] : [writer];
}

/** Decodes an update of a client. Throws `invalid` when it is malformed. */
export function decodeEdit(update: Uint8Array): ReturnType<typeof Y.decodeUpdate> {
  try {
    return Y.decodeUpdate(update);
  } catch {
    throw invalidEdit();
  }
}

// Only text, and of control characters only tab and line feed: the document holds no other types, a carriage return
// corrupts editors, and the database refuses NUL.
function checkContent(struct: DecodedStruct): void {
  if (struct instanceof Y.GC) return;
  if (!(struct instanceof Y.Item) || struct.parentSub !== null) throw invalidEdit();
  const parent: unknown = struct.parent;
  if (parent !== null && parent !== SHARED_TEXT) throw invalidEdit();
  const { content } = struct;
  if (content instanceof Y.ContentDeleted) return;
  if (!(content instanceof Y.ContentString) || hasForbiddenControl(content.str)) throw invalidEdit();
}

function isLinkMissing(struct: DecodedStruct, clockOf: (client: number) => number): boolean {
  if (!(struct instanceof Y.Item)) return false;
  return [struct.origin, struct.rightOrigin].some((link) => link && link.clock >= clockOf(link.client));
}

function textLength(struct: DecodedStruct): number {
  return struct instanceof Y.Item && struct.content instanceof Y.ContentString ? struct.length : 0;
}
