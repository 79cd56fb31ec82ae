import { ReceivedEdits, textAfter, type Typing } from './edits.ts';
import type { RoomConnection, RoomListener } from './protocols/protocol.ts';

/** One reader of a room: when it received each edit. */
export class Reader {
  readonly fanOut: number[] = [];
  connection: RoomConnection | null = null;
  #delivered = 0;
  readonly #edits = new ReceivedEdits();
  readonly #typing: Typing;
  readonly #sentAt: readonly number[];
  readonly #updates: Uint8Array[] | null;
  #countFrom = 1;

  /** `sentAt` are the times of the edits sent so far; `recordsText` records the updates for `isTextEqual`. */
  constructor(typing: Typing, sentAt: readonly number[], recordsText: boolean) {
    this.#typing = typing;
    this.#sentAt = sentAt;
    this.#updates = recordsText ? [] : null;
  }

  get undelivered(): number {
    return this.#sentAt.length - this.#delivered;
  }

  /** Listener of the reader's connection. */
  readonly listener: RoomListener = {
    received: (update) => {
      const now = performance.now();
      this.#edits.add(update);
      this.#updates?.push(update);
      while (this.undelivered > 0 && this.#edits.has(this.#typing.edit(this.#delivered + 1))) {
        const sentAt = this.#sentAt[this.#delivered++] ?? NaN;
        if (this.#delivered >= this.#countFrom) this.fanOut.push(now - sentAt);
      }
    },
    acknowledged: () => {},
  };

  /** Starts the measurement: drops all latencies so far. */
  countFromNow(): void {
    this.#countFrom = this.#sentAt.length + 1;
    this.fanOut.length = 0;
  }

  /** True if the recorded updates give the typed text, or if none are recorded. */
  get isTextEqual(): boolean {
    if (!this.#updates) return true;
    const typed = this.#sentAt.map((_, index) => this.#typing.edit(index + 1).update);
    return textAfter(this.#updates) === textAfter(typed);
  }
}
