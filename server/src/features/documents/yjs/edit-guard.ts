import * as Y from 'yjs';
import { areClaimed, claimClients, type ClientClaims, type EditAuthor } from './client-claims.ts';
import { isIssued, isIssuedTo } from './client-ids.ts';
import { guardLength } from './code-length.ts';
import { countStructs } from './count-structs.ts';
import { checkState, encodeOpenable, IntegrationBudget } from './integration-budget.ts';
import { checkRepeatedText } from './repeated-text.ts';
import { continuesOwnText, readTypedText, type TypedText } from './typed-text.ts';
import { decodeEdit, guardTyped, guardUpdate, isNext, type GuardedDocument } from './update-guard.ts';

/** If a document has fewer items, it opens within about 100 ms with any content. */
const CHECK_OPENING_FROM = 2_000;
/** A larger document is checked again when it has grown by this factor, so that checking costs as much as growing. */
const CHECK_OPENING_GROWTH = 1.25;
/** Items that one insertion or deletion adds at most: text and a split, or two splits. */
const ITEMS_PER_PLACE = 2;

/** A document that edits are checked against. */
interface Replica extends GuardedDocument {
  /** The document, waiting text applied. */
  readonly doc: Y.Doc;
}

/** An edit that another node accepted or that is in the log. */
interface AcceptedEdit {
  /** The participant id, the server for edits of a node, or null if unknown. */
  writer: string | null;
  bytes: Uint8Array;
}

/** An edit of a client that may be applied; its cost is charged to its participant. */
export interface CheckedEdit {
  /** The update, or its integrable part if the document lacks something that the update depends on. */
  part: Uint8Array;
  isWhole: boolean;
  /** Set for typed text, which need not be applied before the document is read. */
  typed: TypedText | null;
  /** True if the owners of all its writers are known. */
  isClaimed: boolean;
}

/**
 * The door of a document: every edit passes it before it is applied. It knows the owners of the Yjs client ids and the
 * cost that further edits may have.
 */
export class EditGuard {
  readonly claims: ClientClaims;
  readonly #budget: IntegrationBudget;
  /** Number of structs when opening the document was last checked. */
  #checkedStructs = 0;

  /** `extra` is the number of items that further edits may scan; by default as many as for a new document. */
  constructor(claims: ClientClaims = new Map(), extra?: number) {
    this.claims = claims;
    this.#budget = new IntegrationBudget(extra);
  }

  /** The number of items that further edits may scan beyond the number that their bytes allow. */
  get extra(): number {
    return this.#budget.extra;
  }

  /**
   * Checks an edit of a client and charges it to its participant. Throws `resync` if nothing of it can be applied yet,
   * `invalid` or `too_large` if it is refused. Without `mayBeTyped` it is always decoded.
   */
  check(replica: Replica, update: Uint8Array, by: EditAuthor, mayBeTyped: boolean): CheckedEdit {
    const typed = mayBeTyped ? readTypedText(update) : null;
    if (typed && guardTyped(replica, this.claims, by, typed)) {
      if (!continuesOwnText(typed)) this.#budget.spend(replica.doc, update, by);
      return { part: update, isWhole: true, typed, isClaimed: areClaimed(this.claims, update) };
    }
    const decoded = decodeEdit(update);
    const part = guardUpdate(replica, this.claims, by, update, decoded);
    checkRepeatedText(replica.doc, decoded);
    const isWhole = part === update;
    this.#budget.spend(replica.doc, part, by, isWhole ? decoded : null);
    return { part, isWhole, typed: null, isClaimed: areClaimed(this.claims, part) };
  }

  /**
   * Checks an edit of a text by the characters that it adds and the places that it changes. Throws `too_large`, or
   * `invalid` if the items of these places are too many.
   */
  checkText(replica: Replica, { growth, places }: { growth: number; places: number }, by: EditAuthor): void {
    guardLength(replica.length, growth);
    this.#budget.addItems(replica.doc, places * ITEMS_PER_PLACE, by);
  }

  /**
   * Returns the text of an accepted edit and claims its client id if the edit need not be applied before the document
   * is read. Returns null if it has to be applied.
   */
  acceptTyped(replica: Replica, edit: AcceptedEdit): TypedText | null {
    const typed = readTypedText(edit.bytes);
    if (!typed || !isNext(replica, typed) || !continuesOwnText(typed)) return null;
    this.claim(edit);
    return typed;
  }

  /** Claims the client ids of an accepted edit for its writer. */
  claim({ writer, bytes }: AcceptedEdit): void {
    if (writer !== null) claimClients(this.claims, writer, bytes);
  }

  /** True if a participant may show a cursor under a client id. */
  owns(participantId: string, client: number): boolean {
    return isIssued(client) ? isIssuedTo(client, participantId) : this.claims.get(client) === participantId;
  }

  /**
   * Applies accepted edits in one transaction; known ones change nothing. Throws `unreadable`, with some of them
   * applied, if they cost too much.
   */
  apply(doc: Y.Doc, edits: AcceptedEdit[], origin: unknown): void {
    if (edits.length === 0) return;
    for (const edit of edits) this.claim(edit);
    this.#budget.apply(doc, edits.map(bytesOf), origin);
  }

  /** Applies all edits of a document likewise; few bytes are not counted. */
  replay(doc: Y.Doc, edits: AcceptedEdit[]): void {
    this.#budget.replay(doc, edits.map(bytesOf), null);
    for (const edit of edits) this.claim(edit);
  }

  /**
   * Applies all edits of a document while they are cheap. Returns false, with some of them applied, if they are not.
   */
  tryReplay(doc: Y.Doc, edits: AcceptedEdit[], origin: unknown): boolean {
    if (!this.#budget.tryReplay(doc, edits.map(bytesOf), origin)) return false;
    for (const edit of edits) this.claim(edit);
    return true;
  }

  /**
   * Applies the state of a document that was replayed elsewhere. Throws `unreadable` if that would block this thread.
   */
  applyState(doc: Y.Doc, state: Uint8Array, origin: unknown): void {
    checkState(doc, state);
    Y.applyUpdate(doc, state, origin);
  }

  /** Returns the state of a document. Throws `unreadable` if opening it would block a page. */
  encodeState(doc: Y.Doc): Uint8Array {
    return encodeOpenable(doc);
  }

  /**
   * Throws `unreadable` if a page cannot open the document in time, because pages integrate edits in another order than
   * the typing order. Checks only if the document has grown.
   */
  checkOpening(doc: Y.Doc): void {
    const structs = countStructs(doc);
    if (structs < CHECK_OPENING_FROM || structs < this.#checkedStructs * CHECK_OPENING_GROWTH) return;
    encodeOpenable(doc);
    this.#checkedStructs = structs;
  }
}

const bytesOf = ({ bytes }: AcceptedEdit) => bytes;
