import * as Y from 'yjs';
import type { EditAuthor } from './client-claims.ts';
import { newDocument } from './new-document.ts';
import { countDeletionSteps, countNewStructs, countSplits, countStructs } from './count-structs.ts';
import { areMerged } from './deletions.ts';
import { tooExpensive, tooManyItems, unreadable } from './edit-errors.ts';
import { integrationCost } from './integration-cost.ts';

type Decoded = ReturnType<typeof Y.decodeUpdate>;

/** Items that an update may scan per byte. Typing scans none; 4,000 random runs of three people scanned 0.3 at most. */
const SCANS_PER_BYTE = 4;
/**
 * Items that all updates of a document may scan beyond that: a tenth of a second of CPU. Two people who each insert 300
 * lines at one place while offline scan 90,000.
 */
const EXTRA_SCANS = 1_000_000;
/** The share of one participant, so that a hostile one leaves enough for the others; candidates leave as many. */
const EXTRA_SCANS_PER_PARTICIPANT = 300_000;
/** Items and gaps of a document, deleted ones included: 25 MB of memory. 18,000 edits at random places make 20,000. */
const STRUCTS_MAX = 100_000;
/** Items to which candidates may bring a document, so that interviewers can always edit it. */
const CANDIDATES_STRUCTS_MAX = 70_000;
/** Items to which a candidate who added as many alone may bring it, so that other candidates can edit it. */
const STRUCTS_PER_CANDIDATE = 50_000;
/**
 * Entries of Yjs' lists of items that one update may move while it splits items: half a second at most. Replacing a
 * word at 8,000 places of a text that was pasted whole moves 400 million.
 */
const MOVES_MAX = 500_000_000;
/** If a log has fewer bytes, its 800 items at most, which scan each other in 20 ms, need not be counted. */
const SMALL_LOG_BYTES = 4_096;
/** A longer log is replayed in a worker. 18,000 edits at random places make 435,000 bytes, which take 185 ms. */
const BYTES_ON_MAIN = 512 * 1024;
/** Items that a replay may scan and delete on the main thread: 40 ms. 18,000 edits by one person scan none. */
const STEPS_ON_MAIN = 200_000;
/**
 * Items that a page or this thread may scan to open a document in its current state: as many as two nodes may have
 * accepted.
 */
const SCANS_TO_OPEN = 2 * EXTRA_SCANS;

/**
 * Limits the cost of the edits of one document. Checking and applying an update takes time linear in its bytes, plus
 * the items it scans, which are limited over the life of the document; a replay costs no more than all its edits did.
 */
export class IntegrationBudget {
  #extra: number;
  readonly #extraOf = new Map<string, number>();
  /** The items that each participant added since the document was opened here, also by splitting those of others. */
  readonly #addedBy = new Map<string, number>();

  constructor(extra = EXTRA_SCANS) {
    this.#extra = extra;
  }

  /** The number of items that further updates may scan beyond the number that their bytes allow. */
  get extra(): number {
    return this.#extra;
  }

  /** Charges an update to its participant. Throws `invalid` if it costs too much or makes the document too large. */
  spend(doc: Y.Doc, update: Uint8Array, by: EditAuthor, known: Decoded | null = null): void {
    const { participantId } = by;
    const decoded = known ?? Y.decodeUpdate(update);
    const { splits, moves } = countSplits(doc, decoded);
    this.addItems(doc, countNewStructs(doc, decoded.structs) + splits, by);
    if (moves > MOVES_MAX) throw tooExpensive();
    const own = this.#extraOf.get(participantId) ?? EXTRA_SCANS_PER_PARTICIPANT;
    const free = update.length * SCANS_PER_BYTE;
    const left = by.isCandidate ? this.#extra - EXTRA_SCANS_PER_PARTICIPANT : this.#extra;
    const extra = Math.max(0, Math.min(own, left));
    const cost = integrationCost(doc, decoded, free + extra);
    // A refused update is charged too, because counting its items costs as much.
    const used = cost === Infinity ? extra : Math.max(0, cost - free);
    if (used > 0) this.#extraOf.set(participantId, own - used);
    if (cost === Infinity) throw tooExpensive();
    this.#extra -= used;
  }

  /**
   * Counts items that a participant is about to add. Throws `invalid` if the document would have more than they may
   * bring it to. Counted by sender and not by client id, because splits add items of the text's author.
   */
  addItems(doc: Y.Doc, count: number, { participantId, isCandidate }: EditAuthor): void {
    if (count === 0) return;
    const own = (this.#addedBy.get(participantId) ?? 0) + count;
    const ofCandidate = own > STRUCTS_PER_CANDIDATE ? STRUCTS_PER_CANDIDATE : CANDIDATES_STRUCTS_MAX;
    if (countStructs(doc) + count > (isCandidate ? ofCandidate : STRUCTS_MAX)) throw tooManyItems();
    this.#addedBy.set(participantId, own);
  }

  /**
   * Applies updates of the log or of other nodes in one transaction, with their deletions merged. Throws `unreadable`,
   * with some of them applied, if they cost twice the limit of a document, because two nodes may have accepted the
   * limit each.
   */
  apply(doc: Y.Doc, updates: Iterable<Uint8Array>, origin: unknown): void {
    doc.transact(() => {
      let structs = countStructs(doc);
      for (const update of updates) {
        const decoded = Y.decodeUpdate(update);
        structs += countNewStructs(doc, decoded.structs);
        const limit = update.length * SCANS_PER_BYTE + this.#extra + EXTRA_SCANS;
        const cost = integrationCost(doc, decoded, limit);
        if (cost === Infinity || structs > 2 * STRUCTS_MAX) throw unreadable();
        this.#applyCounted(doc, { update, decoded, cost }, origin);
      }
    }, origin);
  }

  /** Applies all updates of a document; a short log is not counted. */
  replay(doc: Y.Doc, updates: Uint8Array[], origin: unknown): void {
    if (bytesOf(updates) > SMALL_LOG_BYTES) return this.apply(doc, updates, origin);
    doc.transact(() => {
      for (const update of updates) Y.applyUpdate(doc, update, origin);
    }, origin);
  }

  /** Replays on the main thread. Returns false, with some updates applied, if that takes too long. */
  tryReplay(doc: Y.Doc, updates: Uint8Array[], origin: unknown): boolean {
    const bytes = bytesOf(updates);
    if (bytes > BYTES_ON_MAIN) return false;
    if (bytes <= SMALL_LOG_BYTES) this.replay(doc, updates, origin);
    else return doc.transact(() => this.#replayCounted(doc, updates, origin), origin);
    return true;
  }

  #replayCounted(doc: Y.Doc, updates: Uint8Array[], origin: unknown): boolean {
    let structs = countStructs(doc);
    let steps = 0;
    for (const update of updates) {
      const decoded = Y.decodeUpdate(update);
      const cost = integrationCost(doc, decoded, STEPS_ON_MAIN - steps);
      steps += cost + countDeletionSteps(doc, decoded);
      structs += countNewStructs(doc, decoded.structs);
      if (steps > STEPS_ON_MAIN || structs > STRUCTS_MAX) return false;
      this.#applyCounted(doc, { update, decoded, cost }, origin);
      // If an update depended on a later one, it would be integrated with the later one, uncounted.
      if (doc.store.pendingStructs) return false;
    }
    return true;
  }

  #applyCounted(
    doc: Y.Doc,
    { update, decoded, cost }: { update: Uint8Array; decoded: Decoded; cost: number },
    origin: unknown,
  ): void {
    this.#extra -= Math.max(0, cost - update.length * SCANS_PER_BYTE);
    Y.applyUpdate(doc, areMerged(decoded.ds) ? update : Y.mergeUpdates([update, EMPTY_UPDATE]), origin);
  }
}

/** An update without structs and deletions; merging with it sorts and merges the deletions of the other. */
const EMPTY_UPDATE = new Uint8Array([0, 0]);

/** Returns the state of a document. Throws `unreadable` if opening it would block a page. */
export function encodeOpenable(doc: Y.Doc): Uint8Array {
  const state = Y.encodeStateAsUpdate(doc);
  checkState(newDocument(), state);
  return state;
}

/** Throws `unreadable` if applying the state of a document would block this thread. */
export function checkState(doc: Y.Doc, state: Uint8Array): void {
  if (integrationCost(doc, Y.decodeUpdate(state), SCANS_TO_OPEN) === Infinity) throw unreadable();
}

const bytesOf = (updates: Uint8Array[]) => updates.reduce((sum, { length }) => sum + length, 0);
