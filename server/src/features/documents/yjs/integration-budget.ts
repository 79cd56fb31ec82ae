import { SHARED_TEXT } from '@cip/contracts/documents';
import * as Y from 'yjs';
import { AppError } from '../../../errors.ts';
import { areMerged } from './deletions.ts';
import { integrationCost } from './integration-cost.ts';

type Decoded = ReturnType<typeof Y.decodeUpdate>;

/** Items an update may pass for each of its bytes. Typing passes none; 4,000 random runs of three people passed 0.3 at most. */
const PASSED_PER_BYTE = 4;
/**
 * Items that all updates of a document may pass beyond that: a tenth of a second of work. Two people who each put 300
 * lines at one place while offline pass 90,000.
 */
const PASSED_EXTRA = 1_000_000;
/** The share of one participant in it, so that a hostile one leaves enough for the others. */
const PASSED_EXTRA_EACH = 300_000;
/** Items and gaps of a document, deleted ones included: 25 MB of memory. 18,000 edits at random places make 20,000. */
const STRUCTS_MAX = 100_000;
/** A log of fewer bytes has at most some 800 items: they pass each other in 20 ms, and need not be counted. */
const SMALL_LOG_BYTES = 4_096;
/** A longer log is replayed by a worker. 18,000 edits at random places make 435,000 bytes, which take 185 ms. */
const BYTES_ON_MAIN = 512 * 1024;
/** Items that a replay may pass and delete on the main thread: 40 ms. 18,000 edits by one person pass none. */
const STEPS_ON_MAIN = 200_000;
/** Items that a page, and this thread, may pass to open a document as it is now: what two nodes may have let pass. */
const PASSED_BY_OPENING = 2 * PASSED_EXTRA;

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
  #extra: number;
  readonly #extraOf = new Map<string, number>();

  constructor(extra = PASSED_EXTRA) {
    this.#extra = extra;
  }

  /** Items that further updates may pass beyond those that their bytes allow. */
  get extra(): number {
    return this.#extra;
  }

  /** Throws `invalid` when a participant's update costs too much, or makes the document too large, and notes its cost. */
  admit(doc: Y.Doc, update: Uint8Array, participantId: string, known: Decoded | null = null): void {
    const decoded = known ?? Y.decodeUpdate(update);
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
      let structs = structsOf(doc);
      for (const update of updates) {
        const decoded = Y.decodeUpdate(update);
        structs += newStructs(doc, decoded.structs);
        const limit = update.length * PASSED_PER_BYTE + this.#extra + PASSED_EXTRA;
        const cost = integrationCost(listOf(doc), decoded, limit);
        if (cost === Infinity || structs > 2 * STRUCTS_MAX) throw unreadable();
        this.#apply(doc, { update, decoded, cost }, origin);
      }
    }, origin);
  }

  /** The same for all that a document consists of; a short log is not looked at. */
  replay(doc: Y.Doc, updates: Uint8Array[], origin: unknown): void {
    if (bytesOf(updates) > SMALL_LOG_BYTES) return this.follow(doc, updates, origin);
    doc.transact(() => {
      for (const update of updates) Y.applyUpdate(doc, update, origin);
    }, origin);
  }

  /** Replays on the main thread. Returns false, with some updates applied, when all of them take longer than it may. */
  replayShort(doc: Y.Doc, updates: Uint8Array[], origin: unknown): boolean {
    const bytes = bytesOf(updates);
    if (bytes > BYTES_ON_MAIN) return false;
    if (bytes <= SMALL_LOG_BYTES) this.replay(doc, updates, origin);
    else return doc.transact(() => this.#replayCounted(doc, updates, origin), origin);
    return true;
  }

  #replayCounted(doc: Y.Doc, updates: Uint8Array[], origin: unknown): boolean {
    let structs = structsOf(doc);
    let steps = 0;
    for (const update of updates) {
      const decoded = Y.decodeUpdate(update);
      const cost = integrationCost(listOf(doc), decoded, STEPS_ON_MAIN - steps);
      steps += cost + deletionSteps(doc, decoded);
      structs += newStructs(doc, decoded.structs);
      if (steps > STEPS_ON_MAIN || structs > STRUCTS_MAX) return false;
      this.#apply(doc, { update, decoded, cost }, origin);
      // What builds on a later update is integrated with that one, uncounted.
      if (doc.store.pendingStructs) return false;
    }
    return true;
  }

  #apply(
    doc: Y.Doc,
    { update, decoded, cost }: { update: Uint8Array; decoded: Decoded; cost: number },
    origin: unknown,
  ): void {
    this.#extra -= Math.max(0, cost - update.length * PASSED_PER_BYTE);
    Y.applyUpdate(doc, areMerged(decoded.ds) ? update : Y.mergeUpdates([update, NOTHING]), origin);
  }
}

/** No structs and no deletions; merging with it sorts and merges an update's deletions. */
const NOTHING = new Uint8Array([0, 0]);

/** Throws `unreadable` when a page that opens a document as it is now would be held up. */
export function checkOpening(doc: Y.Doc): void {
  checkState(new Y.Doc(), Y.encodeStateAsUpdate(doc));
}

/** Throws `unreadable` when applying a document's state would hold up this thread. */
export function checkState(doc: Y.Doc, state: Uint8Array): void {
  if (integrationCost(listOf(doc), Y.decodeUpdate(state), PASSED_BY_OPENING) === Infinity) throw unreadable();
}

/** How many items and gaps a document has. */
export function structsOf({ store }: Y.Doc): number {
  let count = 0;
  for (const structs of store.clients.values()) count += structs.length;
  return count;
}

function newStructs({ store }: Y.Doc, structs: Decoded['structs']): number {
  let count = 0;
  for (const { id, length } of structs) if (id.clock + length > Y.getState(store, id.client)) count++;
  return count;
}

// Yjs walks over all items of a deleted range, those that are deleted already among them.
function deletionSteps({ store }: Y.Doc, { ds }: Decoded): number {
  let steps = 0;
  for (const [client, ranges] of ds.clients) {
    const structs = store.clients.get(client) ?? [];
    const end = Y.getState(store, client);
    const indexOf = (clock: number) => (clock < end ? Y.findIndexSS(structs, clock) : structs.length);
    for (const { clock, len } of ranges) steps += indexOf(clock + len) - indexOf(clock);
  }
  return steps;
}

const bytesOf = (updates: Uint8Array[]) => updates.reduce((sum, { length }) => sum + length, 0);

const listOf = (doc: Y.Doc) => ({ store: doc.store, start: doc.getText(SHARED_TEXT)._start });
