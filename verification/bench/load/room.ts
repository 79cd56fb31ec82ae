import { textAfter, typedThrough, type Typing } from './edits.ts';
import type { RoomConnection, RoomListener } from './protocols/protocol.ts';

/** One room of the load generator: when each edit was sent, delivered and acknowledged. */
export class Room {
  readonly fanOut: number[] = [];
  readonly acks: number[] = [];
  refused = 0;
  writer: RoomConnection | null = null;
  reader: RoomConnection | null = null;
  #sentAt: number[] = [];
  #delivered = 0;
  #acknowledged = 0;
  #countFrom = 1;
  readonly #received: Uint8Array[] | null;

  /** `recordsText` records the reader's updates for `isTextEqual`. */
  constructor(recordsText: boolean) {
    this.#received = recordsText ? [] : null;
  }

  get sent(): number {
    return this.#sentAt.length;
  }

  get undelivered(): number {
    return this.reader ? this.sent - this.#delivered : 0;
  }

  get unacknowledged(): number {
    return this.sent - this.#acknowledged;
  }

  /** Listener of the writer's connection. */
  readonly writerListener: RoomListener = {
    received: () => {},
    acknowledged: (seq, isStored) => {
      this.#acknowledged++;
      if (!isStored) this.refused++;
      else if (seq >= this.#countFrom) this.acks.push(performance.now() - this.#timeOf(seq));
    },
  };

  /** Listener of the reader's connection. An update may contain several edits or known ones. */
  readonly readerListener: RoomListener = {
    received: (update) => {
      const now = performance.now();
      const through = typedThrough(update);
      this.#received?.push(update);
      while (this.#delivered < through) {
        const seq = ++this.#delivered;
        if (seq >= this.#countFrom) this.fanOut.push(now - this.#timeOf(seq));
      }
    },
    acknowledged: () => {},
  };

  /** Sends the writer's next edit. */
  type(typing: Typing): void {
    const edit = typing.edit(this.sent + 1);
    this.#sentAt.push(performance.now());
    this.writer?.send(edit);
  }

  /** Starts the measurement: drops all latencies so far. */
  countFromNow(): void {
    this.#countFrom = this.sent + 1;
    this.fanOut.length = 0;
    this.acks.length = 0;
    this.refused = 0;
  }

  /** True when the recorded updates of the reader give the typed text, or when none are recorded. */
  isTextEqual(typing: Typing): boolean {
    if (!this.#received) return true;
    const typed = Array.from({ length: this.sent }, (_, index) => typing.edit(index + 1).update);
    return textAfter(this.#received) === textAfter(typed);
  }

  // NaN for an edit that was never sent.
  #timeOf(seq: number): number {
    return this.#sentAt[seq - 1] ?? NaN;
  }
}
