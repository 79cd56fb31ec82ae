import { AppError } from '../../../errors.ts';
import { PlainView } from './full-text-view.ts';
import type { Delta } from './text-delta.ts';

/** Changes within this many milliseconds reach a plain client as one text. */
const COALESCE_MS = 40;
/** A client that never acknowledges shows a text this long after it was sent or has sent one, in milliseconds. */
const CERTAIN_AFTER_MS = 3_000;

/** How a full text gets to a plain client. */
export interface PushText {
  /** Sends it; calls back with true if and when the client acknowledges, with false when it is not waited for any more. */
  push(code: string, answered: (isShown: boolean) => void): void;
  /** Whether more is on its way to the client than it takes. */
  isSlow(): boolean;
}

/**
 * Keeps one plain client up to date with full texts. To a client that acknowledges, one text is on its way at a
 * time; to one that never does, each change goes out on its own.
 */
export class PlainReader {
  /** Who the client belongs to. */
  readonly participantId: string;
  readonly #view: PlainView;
  readonly #text: () => string;
  readonly #push: PushText;
  #last: string | null;
  #acknowledges = false;
  #isClosed = false;
  /** False while the client may still show a text that is not known here: an older one, or one that is over. */
  #isCertain = true;
  /** The document is being held against the log for it; undefined before, null after. */
  #settling: Promise<void> | null | undefined;
  /** The number of the push that is waited for. */
  #inFlight: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #certain: NodeJS.Timeout | undefined;
  /** Runs while a text that crossed the client's last one may have taken its place on the screen. */
  #crossed: NodeJS.Timeout | undefined;

  /**
   * `text` tells the document's text at any time; the client is taken to show what it is now, or what it showed
   * on the connection it lost. */
  constructor(participantId: string, text: () => string, push: PushText, earlier?: PlainReader) {
    this.participantId = participantId;
    this.#last = text();
    this.#view = new PlainView(this.#last, earlier && earlier.#view);
    this.#text = text;
    this.#push = push;
  }

  /**
   * Sends the text as it is: the client may have loaded an older one, or come back from another node with what it
   * showed there. Until it shows this one, a text that takes something away may only be older, and is refused.
   */
  pushNow(): void {
    this.#isCertain = false;
    this.#last = null;
    this.#schedule();
  }

  /**
   * Null when a text of the client can be taken at once. Otherwise `catchUp` has to bring first what the log has: a
   * client that comes from a node that is lost may show what that one was just writing down, and would be taken to
   * type it a second time. Asked for once a connection; all its texts wait for it, in order.
   */
  settle(catchUp: () => Promise<void>): Promise<void> | null {
    if (this.#settling !== undefined || this.#isCertain) return this.#settling ?? null;
    const before = this.#text();
    const settling = catchUp().then(
      () => {
        this.#settling = null;
        if (this.#text() !== before) this.#view.pushed(this.#text());
      },
      (error) => {
        this.#settling = undefined;
        throw error;
      },
    );
    this.#settling = settling;
    return settling;
  }

  /** The text the client was sent or sent last. */
  get shown(): string[] {
    return this.#last === null ? [] : [this.#last];
  }

  /** Has to be told of every change of the document. */
  documentChanged(change: Delta): void {
    this.#view.documentChanged(change);
    if (!this.#isClosed) this.#schedule();
  }

  /**
   * Takes a full text of the client; `apply` gets the edit of the document that it means. Throws `resync`, and sends
   * the text again, when the client may not have seen what its text takes away.
   */
  receive(code: string, apply: (edit: Delta) => void): void {
    if (!this.#isCertain && this.#view.isDeletion(code)) {
      this.pushNow();
      throw new AppError('resync', 'The code has changed meanwhile. Please look at it again.');
    }
    this.#view.receive(code, { exact: this.#acknowledges && this.#isCertain, document: this.#text() }, apply);
    this.#last = code;
    this.#schedule();
    if (this.#view.mayBeOverwritten && !this.#acknowledges) this.#sendWhenQuiet();
  }

  /** Sends no more; the view goes on following the document for the case that the client comes back. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#certain);
    clearTimeout(this.#crossed);
    this.#timer = undefined;
    this.#inFlight = null;
    this.#acknowledges = false;
  }

  #schedule(): void {
    const waits = this.#acknowledges && this.#inFlight !== null;
    if (!waits) this.#timer ??= setTimeout(() => this.#send(), COALESCE_MS);
  }

  /** A crossed text stays on the screen unless it is told again, which while somebody types would only disturb. */
  #sendWhenQuiet(): void {
    clearTimeout(this.#crossed);
    this.#crossed = setTimeout(() => this.#send({ evenEqual: true }), CERTAIN_AFTER_MS);
  }

  #send({ evenEqual = false } = {}): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#push.isSlow()) return evenEqual ? this.#sendWhenQuiet() : this.#schedule();
    const code = this.#text();
    if (code === this.#last && !evenEqual) return;
    clearTimeout(this.#crossed);
    this.#last = code;
    const push = this.#view.pushed(code);
    this.#inFlight = push;
    if (!this.#isCertain && !this.#acknowledges) this.#waitForCertainty();
    // Nothing here may hold the text: a client that never acknowledges would have all it was ever sent kept.
    const answered = (isShown: boolean) => (isShown ? this.#acknowledged(push) : this.#unanswered(push));
    this.#push.push(code, (isShown) => {
      // What waits was sent before.
      const then = () => answered(isShown);
      void (this.#settling?.then(then, then) ?? then());
    });
  }

  // Who never acknowledges is taken to show a text some seconds after it was sent.
  #waitForCertainty(): void {
    this.#certain ??= setTimeout(() => {
      this.#isCertain = true;
      this.#certain = undefined;
    }, CERTAIN_AFTER_MS);
  }

  #acknowledged(push: number): void {
    const text = this.#view.acknowledged(push);
    this.#acknowledges = true;
    clearTimeout(this.#certain);
    this.#certain = undefined;
    // A text that is over is on its screen, and nobody knows it any more: what is made from it may take away anything.
    this.#isCertain = text !== undefined;
    // What it had sent before it got this text is not on its screen any more; a text that is over is replaced.
    this.#last = text ?? null;
    clearTimeout(this.#crossed);
    if (this.#inFlight === push) this.#inFlight = null;
    this.#schedule();
  }

  // It may be one that never does, whatever it did before.
  #unanswered(push: number): void {
    if (this.#isClosed || this.#inFlight !== push) return;
    this.#inFlight = null;
    this.#acknowledges = false;
    this.#schedule();
  }
}
