import { FILE_TEXTS } from '@cip/contracts/rooms/text-limits';
import { hasForbiddenControl } from '@cip/contracts/rooms/code-text';
import * as Y from 'yjs';
import { checkWriterCount, claimOwn, mayWrite, type ClientClaims, type EditAuthor } from './client-claims.ts';
import { guardLength, isTooLong } from './code-length.ts';
import { integrablePart } from './integrable-part.ts';
import { areMerged } from './deletions.ts';
import type { Deletions } from './count-deleted.ts';
import { invalidEdit, resyncRequired, UnknownFile } from './edit-errors.ts';
import { writerCountOf, type Position, type TypedText } from './typed-text.ts';

type DecodedStruct = ReturnType<typeof Y.decodeUpdate>['structs'][number];

/** The properties of a document that the guard needs. */
export interface GuardedDocument {
  /** Length of all texts in UTF-16 units. */
  readonly length: number;
  /** Returns the next clock of a writer. */
  clockOf(client: number): number;
  /** True if a file of the interview has the text of this name, as far as this node knows. */
  hasText(name: unknown): boolean;
  /** Returns how many characters of the texts deletions remove. */
  countDeleted(deletions: Deletions): number;
}

const TEXTS: ReadonlySet<unknown> = new Set(FILE_TEXTS);
/** Writers in one update; honest updates have far fewer. */
const WRITERS_MAX = 100;
/** Items and gaps in one update: 18,000 edits at random places, sent together, make 20,000. */
const UPDATE_STRUCTS_MAX = 30_000;
/**
 * How often the structs of an update may be looked at on average, because each round looks again at structs that wait.
 */
const LOOKS_PER_STRUCT = 32;

/**
 * Checks an update before it is applied to the replica. It must decode, contain only plain text, have its dependencies
 * in the document, be written under client ids that are free, owned by this participant or granted to it (a forged id
 * makes replicas diverge for ever), and keep the document within its size limit. Throws UnknownFile for the text of a
 * file that nobody created, because all texts share the limit and nobody would see it. Claims the free ids under which
 * the update adds more than the page had when it opened the document, because anything less may be other people's text.
 *
 * Returns the update, or its integrable part if something is missing: if people's edits interleave, each sends their
 * own, and neither can be complete before the other. Throws `resync` if nothing is integrable, `invalid` or `too_large`
 * if the update is refused. A participant may write only under a limited number of ids.
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
  // Refused, because Yjs keeps only the last of two parts of one writer while the guard would check both.
  if (parts.size !== writerCountOf(update) || parts.size > WRITERS_MAX || !areMerged(ds)) throw invalidEdit();
  const ahead = new Map<number, number>();
  const clockOf = (client: number) => ahead.get(client) ?? document.clockOf(client);
  let [added, looks] = [0, 0];
  /** The last struct of each writer that was checked, because a waiting struct is looked at many times. */
  const checked = new Map<number, DecodedStruct>();
  const check = (struct: DecodedStruct): void => {
    const { client } = struct.id;
    const last = checked.get(client);
    if (last === struct) return;
    if (!last && !mayWrite(claims, client, by)) throw invalidEdit();
    checkContent(document, struct);
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
  // Counted only if it matters; a partial update may leave deletions for later.
  if (isWhole && isTooLong(document.length, added)) added -= document.countDeleted(ds);
  guardLength(document.length, added);
  checkWriterCount(claims, by, ahead.keys());
  for (const [client, clock] of ahead) claimOwn(claims, by, client, clock);
  if (isWhole) return update;
  return integrablePart(decoded, { known: (client) => document.clockOf(client), integrable: clockOf });
}

// Takes the parts in turn, each as far as its dependencies allow, because interleaved parts depend on each other.
// Returns whether all structs were taken.
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
 * Checks typed text as `guardUpdate` does. Returns false if it is not the next text of its writer or a dependency is
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

/** True if the document lacks the typed text and has all its dependencies. */
export function isNext(document: GuardedDocument, { client, clock, origin, rightOrigin }: TypedText): boolean {
  return (
    clock === document.clockOf(client) &&
    !isPositionMissing(document, origin) &&
    !isPositionMissing(document, rightOrigin)
  );
}

function isPositionMissing(document: GuardedDocument, link: Position | null): boolean {
  return link !== null && link.clock >= document.clockOf(link.client);
}

/** Decodes an update of a client. Throws `invalid` if it is malformed. */
export function decodeEdit(update: Uint8Array): ReturnType<typeof Y.decodeUpdate> {
  try {
    return Y.decodeUpdate(update);
  } catch {
    throw invalidEdit();
  }
}

// Only text, and of control characters only tab and line feed: the document holds no other types, a carriage return
// corrupts editors, and the database refuses NUL.
function checkContent(document: GuardedDocument, struct: DecodedStruct): void {
  if (struct instanceof Y.GC) return;
  if (!(struct instanceof Y.Item) || struct.parentSub !== null) throw invalidEdit();
  const parent: unknown = struct.parent;
  if (parent !== null && !TEXTS.has(parent)) throw invalidEdit();
  if (parent !== null && !document.hasText(parent)) throw new UnknownFile();
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
