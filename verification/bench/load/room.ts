import { textAfter, typedThrough, type Typing } from './edits.ts';
import type { Link, SeatListener } from './protocols/protocol.ts';

/** One room as the load generator sees it: when each edit was sent, and when it was back. */
export class Room {
  readonly fanOut: number[] = [];
  readonly acks: number[] = [];
  refused = 0;
  writer: Link | null = null;
  reader: Link | null = null;
  #sentAt: number[] = [];
  #delivered = 0;
  #answered = 0;
  #countFrom = 1;
  readonly #kept: Uint8Array[] | null;

  /** `keepsText` makes it remember what the reader got, so that its text can be looked at. */
  constructor(keepsText: boolean) {
    this.#kept = keepsText ? [] : null;
  }

  get sent(): number {
    return this.#sentAt.length;
  }

  get undelivered(): number {
    return this.reader ? this.sent - this.#delivered : 0;
  }

  get unanswered(): number {
    return this.sent - this.#answered;
  }

  /** What the writer hears. */
  readonly writerHears: SeatListener = {
    received: () => {},
    answered: (seq, isStored) => {
      this.#answered++;
      if (!isStored) this.refused++;
      else if (seq >= this.#countFrom) this.acks.push(performance.now() - this.#timeOf(seq));
    },
  };

  /** What the reader hears. An update may hold several edits, or some it has already. */
  readonly readerHears: SeatListener = {
    received: (update) => {
      const now = performance.now();
      const through = typedThrough(update);
      this.#kept?.push(update);
      while (this.#delivered < through) {
        const seq = ++this.#delivered;
        if (seq >= this.#countFrom) this.fanOut.push(now - this.#timeOf(seq));
      }
    },
    answered: () => {},
  };

  /** The writer types its next edit. */
  type(typing: Typing): void {
    const edit = typing.edit(this.sent + 1);
    this.#sentAt.push(performance.now());
    this.writer?.send(edit);
  }

  /** Forgets the latencies so far: what is typed from now on counts. */
  countFromNow(): void {
    this.#countFrom = this.sent + 1;
    this.fanOut.length = 0;
    this.acks.length = 0;
    this.refused = 0;
  }

  /** Whether a reader that kept its updates has what was typed; true when none was kept. */
  isTextRight(typing: Typing): boolean {
    if (!this.#kept) return true;
    const typed = Array.from({ length: this.sent }, (_, index) => typing.edit(index + 1).update);
    return textAfter(this.#kept) === textAfter(typed);
  }

  // Nothing arrives that was not sent; an answer to what was not would be NaN.
  #timeOf(seq: number): number {
    return this.#sentAt[seq - 1] ?? NaN;
  }
}
