import { SHARED_TEXT } from '@cip/contracts/documents';
import * as Y from 'yjs';
import { AppError } from '../../errors.ts';
import { areMerged } from './deletions.ts';
import { integrationCost } from './integration-cost.ts';

/** Items an update may pass for each of its bytes. Typing passes none; 400 random honest worlds passed 0.4 at most. */
const PASSED_PER_BYTE = 4;
/**
 * Items that all updates of a document may pass beyond that: a tenth of a second of work. Two people who each put 300
 * lines at one place while offline pass 90,000.
 */
const PASSED_EXTRA = 1_000_000;
/** The share of one participant in it, so that a hostile one leaves enough for the others. */
const PASSED_EXTRA_EACH = 300_000;
/** Items and gaps of a document, deleted ones included: 25 MB of memory. 18,000 edits at random places make 54,000. */
const STRUCTS_MAX = 100_000;
/** A log of fewer bytes has at most some 800 items: they pass each other in 20 ms, and need not be counted. */
const SMALL_LOG_BYTES = 4_096;

const tooComplex = () =>
  new AppError('invalid', 'This edit changes too much at once. Copy your text, load the page again and paste it.');
const tooMany = () =>
  new AppError('invalid', 'This code was changed in too many places. Please go on in a new session.');

/** Thrown for a document whose log would hold up this node, and every page that opens it. */
export const unreadable = () =>
  new AppError('unreadable', 'The code of this session cannot be opened. Other sessions are not affected.');

/** Whether something was thrown since a document cannot be opened. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unreadable';
}

/**
 * What the edits of one document may cost. Guard and apply take as long as an update's bytes, plus as many items passed
 * as are left of what the document has for all its life; a replay costs no more than all its edits did.
 */
export class DocumentWork {
  #extra = PASSED_EXTRA;
  readonly #extraOf = new Map<string, number>();

  /** Throws `invalid` when a participant's update costs too much, or makes the document too large, and notes its cost. */
  admit(doc: Y.Doc, update: Uint8Array, participantId: string): void {
    const decoded = Y.decodeUpdate(update);
    if (structsOf(doc) + newStructs(doc, decoded.structs) > STRUCTS_MAX) throw tooMany();
    const own = this.#extraOf.get(participantId) ?? PASSED_EXTRA_EACH;
    const free = update.length * PASSED_PER_BYTE;
    const extra = Math.max(0, Math.min(own, this.#extra));
    const cost = integrationCost(listOf(doc), decoded, free + extra);
    // What is refused was counted too, which costs as much.
    const used = cost === Infinity ? extra : Math.max(0, cost - free);
    if (used > 0) this.#extraOf.set(participantId, own - used);
    if (cost === Infinity) throw tooComplex();
    this.#extra -= used;
  }

  /**
   * Applies updates of the log or of other nodes in one transaction, with their deletions merged. Throws `unreadable`,
   * with some of them applied, when they cost twice what a document may: two nodes may have taken as much each.
   */
  follow(doc: Y.Doc, updates: Iterable<Uint8Array>, origin: unknown): void {
    doc.transact(() => {
      for (const update of updates) this.#followOne(doc, update, origin);
    }, origin);
  }

  /** The same for all that a document consists of; a short log is not looked at. */
  replay(doc: Y.Doc, updates: Uint8Array[], origin: unknown): void {
    const bytes = updates.reduce((sum, update) => sum + update.length, 0);
    if (bytes > SMALL_LOG_BYTES) return this.follow(doc, updates, origin);
    doc.transact(() => {
      for (const update of updates) Y.applyUpdate(doc, update, origin);
    }, origin);
  }

  #followOne(doc: Y.Doc, update: Uint8Array, origin: unknown): void {
    const decoded = Y.decodeUpdate(update);
    const free = update.length * PASSED_PER_BYTE;
    const cost = integrationCost(listOf(doc), decoded, free + this.#extra + PASSED_EXTRA);
    const isTooLarge = structsOf(doc) + newStructs(doc, decoded.structs) > 2 * STRUCTS_MAX;
    if (cost === Infinity || isTooLarge) throw unreadable();
    this.#extra -= Math.max(0, cost - free);
    Y.applyUpdate(doc, areMerged(decoded.ds) ? update : Y.mergeUpdates([update, NOTHING]), origin);
  }
}

/** No structs and no deletions; merging with it sorts and merges an update's deletions. */
const NOTHING = new Uint8Array([0, 0]);

/** Throws `unreadable` when a page that opens a document as it is now would be held up. */
export function checkOpening(doc: Y.Doc): void {
  const structs = Y.decodeUpdate(Y.encodeStateAsUpdate(doc));
  const cost = integrationCost(listOf(new Y.Doc()), structs, 2 * PASSED_EXTRA);
  if (cost === Infinity) throw unreadable();
}

/** How many items and gaps a document has. */
export function structsOf({ store }: Y.Doc): number {
  let count = 0;
  for (const structs of store.clients.values()) count += structs.length;
  return count;
}

function newStructs({ store }: Y.Doc, structs: ReturnType<typeof Y.decodeUpdate>['structs']): number {
  let count = 0;
  for (const { id, length } of structs) if (id.clock + length > Y.getState(store, id.client)) count++;
  return count;
}

const listOf = (doc: Y.Doc) => ({ store: doc.store, start: doc.getText(SHARED_TEXT)._start });
