import { hasForbiddenControl } from '@cip/contracts/code-text';
import { CODE_MAX } from '@cip/contracts/common';
import { SHARED_TEXT } from '@cip/contracts/documents';
import * as Y from 'yjs';
import { AppError } from '../../../errors.ts';
import { isIssued, isIssuedTo } from './client-ids.ts';
import { connectedPart } from './integrable-part.ts';
import { areMerged } from './deletions.ts';
import type { Deletions } from './count-deleted.ts';
import { soleWriterOf, writerCountOf, type Place, type TypedText } from './typed-text.ts';

type DecodedStruct = ReturnType<typeof Y.decodeUpdate>['structs'][number];

/** Who may write under a Yjs client id: a participant, or this server for plain clients. */
export type ClientClaims = Map<number, string>;

/** What the guard has to know of a document. */
export interface Guarded {
  /** How many characters it has. */
  readonly length: number;
  /** The number of a writer's next character. */
  clockOf(client: number): number;
  /** How many of its characters deletions take away. */
  takenBy(deletions: Deletions): number;
}

/**
 * Whose edit it is; `granted` are writers that are absent, whose edits this participant was asked for. `had` is what
 * their page had when it opened the document, its own text and what others told it, by the number of each writer's next
 * character.
 */
export interface EditBy {
  participantId: string;
  granted?: ReadonlySet<number> | undefined;
  had?: ReadonlyMap<number, number> | undefined;
}

const NONE: ReadonlySet<number> = new Set();
const NOTHING: ReadonlyMap<number, number> = new Map();
/** More writers than ever have something to send at once. */
const WRITERS_MAX = 100;
/**
 * Yjs client ids one participant may write under: each page has one. Everybody's state vector names them all, for as
 * long as the document lives; a few thousand made by one hand would be more than a page may send.
 */
const WRITERS_EACH = 100;

/** Something an edit builds on is missing. */
export const resync = () => new AppError('resync', 'The edit does not fit the document. Open the document again.');
const refused = () => new AppError('invalid', 'The edit is not valid.');

/**
 * Checks an update before it touches the replica: it must decode, hold plain text only, connect to what the
 * document has, be written under client ids that are free, this participant's or granted to it (a forged id
 * makes replicas differ for ever), and keep the document under its size limit. Claims the free ids under which it writes
 * more than its page had at the opening: that may be others' text.
 *
 * Answers what may be applied: the update, or the part of it that connects where something else is missing. People who
 * typed into each other send each their own, and neither's whole is ever there before the other's. Throws `resync` when
 * nothing connects, `invalid` or `too_large` otherwise; one participant may not write under any number of ids.
 */
export function guardUpdate(
  document: Guarded,
  claims: ClientClaims,
  by: EditBy,
  update: Uint8Array,
  decoded = decodeSent(update),
): Uint8Array {
  const { structs, ds } = decoded;
  const parts = Map.groupBy(structs, ({ id }) => id.client);
  // Yjs keeps the last part of a writer that an update has twice; the guard would have looked at both.
  if (parts.size !== writerCountOf(update) || parts.size > WRITERS_MAX || !areMerged(ds)) throw refused();
  const ahead = new Map<number, number>();
  const clockOf = (client: number) => ahead.get(client) ?? document.clockOf(client);
  let added = 0;
  const take = (struct: DecodedStruct): boolean => {
    const { client, clock } = struct.id;
    const known = clockOf(client);
    if (clock + struct.length <= known) return true;
    if (!mayWrite(claims, client, by)) throw refused();
    checkContent(struct);
    if (clock > known || isLinkMissing(struct, clockOf)) return false;
    ahead.set(client, clock + struct.length);
    added += textLength(struct);
    return true;
  };
  const isWhole = takeInOrder([...parts.values()], take) && areThere(ds, clockOf);
  if (!isWhole && ahead.size === 0) throw resync();
  // Looked at only when it matters; a part that is applied alone may leave some deletions for later.
  if (isWhole && isTooLong(document.length, added)) added -= document.takenBy(ds);
  guardLength(document.length, added);
  checkWriters(claims, by, ahead.keys());
  for (const [client, clock] of ahead) claimOwn(claims, by, client, clock);
  if (isWhole) return update;
  return connectedPart(decoded, { known: (client) => document.clockOf(client), connected: clockOf });
}

// What people typed into each other builds on each other's parts, so it is taken as far as it goes, in turn. Answers
// whether that was all.
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

function areThere(deletions: Deletions, clockOf: (client: number) => number): boolean {
  return [...deletions.clients].every(([client, ranges]) =>
    ranges.every(({ clock, len }) => clock + len <= clockOf(client)),
  );
}

/**
 * Checks typed text as `guardUpdate` does. Answers whether it is the next of its writer; if not, the update is to be
 * looked at like any other.
 */
export function guardTyped(document: Guarded, claims: ClientClaims, by: EditBy, typed: TypedText): boolean {
  const { client, text } = typed;
  if (!isNext(document, typed)) return false;
  if (!mayWrite(claims, client, by)) throw refused();
  guardLength(document.length, text.length);
  checkWriters(claims, by, [client]);
  claimOwn(claims, by, client, typed.clock + text.length);
  return true;
}

/** Whether the document lacks typed text and nothing else before it. */
export function isNext(document: Guarded, { client, clock, origin, rightOrigin }: TypedText): boolean {
  return clock === document.clockOf(client) && !isMissing(document, origin) && !isMissing(document, rightOrigin);
}

// The digest is made only for an id that nothing was written under yet.
function mayWrite(claims: ClientClaims, client: number, { participantId, granted = NONE }: EditBy): boolean {
  const owner = claims.get(client);
  const isOwn = owner === undefined ? isFreeFor(client, participantId) : owner === participantId;
  return isOwn || granted.has(client);
}

const isFreeFor = (client: number, participantId: string) => !isIssued(client) || isIssuedTo(client, participantId);

// What goes up to `clock` is this participant's where it is more than their page had, and nobody else's to write. An
// issued id that is not granted is always theirs.
function claimOwn(
  claims: ClientClaims,
  { participantId, granted = NONE, had = NOTHING }: EditBy,
  client: number,
  clock: number,
): void {
  if (granted.has(client)) return;
  if (isIssued(client) || clock > (had.get(client) ?? 0)) claims.set(client, participantId);
}

function checkWriters(
  claims: ClientClaims,
  { participantId, granted = NONE }: EditBy,
  clients: Iterable<number>,
): void {
  const fresh = [...clients].filter((client) => !claims.has(client) && !granted.has(client));
  if (fresh.length === 0) return;
  const owned = [...claims.values()].filter((owner) => owner === participantId).length;
  if (owned + fresh.length > WRITERS_EACH)
    throw new AppError('invalid', 'Too many pages of yours have written here. Please go on in an older one.');
}

function isMissing(document: Guarded, link: Place | null): boolean {
  return link !== null && link.clock >= document.clockOf(link.client);
}

/** Throws `too_large` when a text of this length must not grow by so many characters; less it may always become. */
export function guardLength(length: number, added: number): void {
  if (isTooLong(length, added))
    throw new AppError('too_large', `The code may have at most ${CODE_MAX.toLocaleString('en-US')} characters.`);
}

const isTooLong = (length: number, added: number) => added > 0 && length + added > CODE_MAX;

/** Claims every client id of a logged update for its participant, but those that were issued to another. */
export function claimClients(claims: ClientClaims, participantId: string, update: Uint8Array): void {
  for (const client of writersOf(update))
    if (!claims.has(client) && isFreeFor(client, participantId)) claims.set(client, participantId);
}

/** The same for all updates of a log. */
export function claimLog(claims: ClientClaims, updates: { writer: string | null; bytes: Uint8Array }[]): void {
  for (const { bytes, writer } of updates) if (writer !== null) claimClients(claims, writer, bytes);
}

/** Whether it is known of every writer of an update who they are. */
export function areClaimed(claims: ClientClaims, update: Uint8Array): boolean {
  return writersOf(update).every((client) => claims.has(client));
}

// Most updates have one writer, which their head names; only with more of them the text has to be decoded.
function writersOf(update: Uint8Array): number[] {
  const writer = soleWriterOf(update);
  if (writer === null) return Y.decodeUpdate(update).structs.map(({ id }) => id.client);
  return writer === undefined ? [] : [writer];
}

/** Returns what a client's update consists of. Throws `invalid` when it is no update. */
export function decodeSent(update: Uint8Array): ReturnType<typeof Y.decodeUpdate> {
  try {
    return Y.decodeUpdate(update);
  } catch {
    throw refused();
  }
}

// Only text, and of control characters only tab and line feed: other types have no place in the document, a carriage
// return scrambles editors, and the database refuses NUL.
function checkContent(struct: DecodedStruct): void {
  if (struct instanceof Y.GC) return;
  if (!(struct instanceof Y.Item) || struct.parentSub !== null) throw refused();
  const parent: unknown = struct.parent;
  if (parent !== null && parent !== SHARED_TEXT) throw refused();
  const { content } = struct;
  if (content instanceof Y.ContentDeleted) return;
  if (!(content instanceof Y.ContentString) || hasForbiddenControl(content.str)) throw refused();
}

function isLinkMissing(struct: DecodedStruct, clockOf: (client: number) => number): boolean {
  if (!(struct instanceof Y.Item)) return false;
  return [struct.origin, struct.rightOrigin].some((link) => link && link.clock >= clockOf(link.client));
}

function textLength(struct: DecodedStruct): number {
  return struct instanceof Y.Item && struct.content instanceof Y.ContentString ? struct.length : 0;
}
