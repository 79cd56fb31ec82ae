import { AppError } from '../../../errors.ts';
import { FullTextView } from './full-text-view.ts';
import type { Delta } from './text-delta.ts';

/** Changes within this time reach a full-text client as one text (ms). */
const PUSH_DELAY_MS = 40;
/** If a client never acknowledges, it is assumed to show a text this long after it was pushed or sent (ms). */
const ASSUME_SHOWN_AFTER_MS = 3_000;

/** The connection of a full-text client. */
export interface FullTextSocket {
  /** Sends a text. Calls back with true if the client acknowledges, with false if the acknowledgement times out. */
  push(code: string, answered: (isShown: boolean) => void): void;
  /** True if more is queued for the client than it reads. */
  isSlow(): boolean;
}

/**
 * Sends the document as full texts to one client that knows only the documented events. If the client acknowledges, it
 * has one text in flight at a time; if it never does, it gets each change as it comes.
 */
export class FullTextClient {
  readonly participantId: string;
  readonly #view: FullTextView;
  readonly #text: () => string;
  readonly #socket: FullTextSocket;
  #last: string | null;
  #acknowledges = false;
  #isClosed = false;
  /** False while the client may still show a text that this node does not know: an older or expired one. */
  #isBaseKnown = true;
  /** The log read that the first texts wait for; undefined before it, null after it. */
  #catchingUp: Promise<void> | null | undefined;
  /** The number of the unacknowledged push, or null. */
  #inFlight: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #assumeShownTimer: NodeJS.Timeout | undefined;
  /** Runs while a push that crossed the last sent text may have replaced it on the screen. */
  #crossedTimer: NodeJS.Timeout | undefined;

  /**
   * `text` returns the document's current text. The client is assumed to show that text, or the text that `earlier`,
   * its lost connection, showed.
   */
  constructor(participantId: string, text: () => string, socket: FullTextSocket, earlier?: FullTextClient) {
    this.participantId = participantId;
    this.#last = text();
    this.#view = new FullTextView(this.#last, earlier && earlier.#view);
    this.#text = text;
    this.#socket = socket;
  }

  /**
   * Pushes the current text, because the client may have loaded an older one or come from another node. Until it shows
   * this text, its texts are refused if they delete something, because they may simply be older.
   */
  pushNow(): void {
    this.#isBaseKnown = false;
    this.#last = null;
    this.#schedule();
  }

  /**
   * Returns null if a text of the client can be applied immediately. Otherwise runs `catchUp`, which must apply the
   * rows of the log first: if the client comes from a crashed node, it may show text that the node was committing, and
   * that text would be inserted twice. Runs once per connection; all texts of the client wait for it, in order.
   */
  catchUpOnce(catchUp: () => Promise<void>): Promise<void> | null {
    if (this.#catchingUp !== undefined || this.#isBaseKnown) return this.#catchingUp ?? null;
    const before = this.#text();
    const catchingUp = catchUp().then(
      () => {
        this.#catchingUp = null;
        if (this.#text() !== before) this.#view.onPush(this.#text());
      },
      (error) => {
        this.#catchingUp = undefined;
        throw error;
      },
    );
    this.#catchingUp = catchingUp;
    return catchingUp;
  }

  /** The last text that was sent to the client or by it. */
  get shownTexts(): string[] {
    return this.#last === null ? [] : [this.#last];
  }

  /** Returns the number of operations that the view retains after a change, at most. */
  operationsAfter(change: Delta): number {
    return this.#view.operationsAfter(change);
  }

  /**
   * Forgets the texts that the client may show, and pushes the current one. Can be called for a change instead of
   * onChange if the view retains too much to follow it.
   */
  startOver(): void {
    this.#view.startOver(this.#text());
    // After an earlier push, the client is no longer assumed to show the current text.
    clearTimeout(this.#assumeShownTimer);
    this.#assumeShownTimer = undefined;
    if (!this.#isClosed) this.pushNow();
  }

  /** Must be called for every change of the document. */
  onChange(change: Delta): void {
    this.#view.onChange(change);
    if (!this.#isClosed) this.#schedule();
  }

  /**
   * Handles a full text of the client; calls `apply` with the equivalent edit of the document. Throws `resync`, and
   * pushes the text again, if the client may not have seen the text that it deletes.
   */
  receive(code: string, apply: (edit: Delta) => void): void {
    if (!this.#isBaseKnown && this.#view.isDeletion(code)) {
      this.pushNow();
      throw new AppError('resync', 'The code has changed. Check it and try again.');
    }
    this.#view.receive(code, { exact: this.#acknowledges && this.#isBaseKnown, document: this.#text() }, apply);
    this.#last = code;
    this.#schedule();
    if (this.#view.mayBeOverwritten && !this.#acknowledges) this.#sendWhenQuiet();
  }

  /** Stops sending. The view follows the document further, because the client may reconnect. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#assumeShownTimer);
    clearTimeout(this.#crossedTimer);
    this.#timer = undefined;
    this.#inFlight = null;
    this.#acknowledges = false;
  }

  #schedule(): void {
    const waits = this.#acknowledges && this.#inFlight !== null;
    if (!waits) this.#timer ??= setTimeout(() => this.#send(), PUSH_DELAY_MS);
  }

  /** Until it is pushed again, the client shows a crossed text; a push would disturb while the participant types. */
  #sendWhenQuiet(): void {
    clearTimeout(this.#crossedTimer);
    this.#crossedTimer = setTimeout(() => this.#send({ evenIfEqual: true }), ASSUME_SHOWN_AFTER_MS);
  }

  #send({ evenIfEqual = false } = {}): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#socket.isSlow()) return evenIfEqual ? this.#sendWhenQuiet() : this.#schedule();
    const code = this.#text();
    if (code === this.#last && !evenIfEqual) return;
    clearTimeout(this.#crossedTimer);
    this.#last = code;
    const push = this.#view.onPush(code);
    this.#inFlight = push;
    if (!this.#isBaseKnown && !this.#acknowledges) this.#assumeShownLater();
    // This closure must not hold the text: if a client never acknowledges, every text would stay in memory.
    const answered = (isShown: boolean) => (isShown ? this.#onAck(push) : this.#onTimeout(push));
    this.#socket.push(code, (isShown) => {
      // Texts that wait for the log were sent before this acknowledgement.
      const then = () => answered(isShown);
      void (this.#catchingUp?.then(then, then) ?? then());
    });
  }

  #assumeShownLater(): void {
    this.#assumeShownTimer ??= setTimeout(() => {
      this.#isBaseKnown = true;
      this.#assumeShownTimer = undefined;
    }, ASSUME_SHOWN_AFTER_MS);
  }

  #onAck(push: number): void {
    const text = this.#view.onAck(push);
    this.#acknowledges = true;
    clearTimeout(this.#assumeShownTimer);
    this.#assumeShownTimer = undefined;
    // A text based on it could delete anything, because this node no longer has the expired text on the screen.
    this.#isBaseKnown = text !== undefined;
    // The acknowledged text replaced the client's own on the screen; a new push replaces the text if it is expired.
    this.#last = text ?? null;
    clearTimeout(this.#crossedTimer);
    if (this.#inFlight === push) this.#inFlight = null;
    this.#schedule();
  }

  // The client may never acknowledge again, even if it did before.
  #onTimeout(push: number): void {
    this.#view.expectNoAcks();
    if (this.#isClosed || this.#inFlight !== push) return;
    this.#inFlight = null;
    this.#acknowledges = false;
    this.#schedule();
  }
}
