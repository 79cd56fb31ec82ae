import type { Typing } from './edits.ts';
import type { RoomConnection, RoomListener } from './protocols/protocol.ts';
import { Reader } from './reader.ts';

/** One room of the load generator: when each edit was sent, delivered and acknowledged. */
export class Room {
  readonly acks: number[] = [];
  readonly readers: Reader[] = [];
  refused = 0;
  writer: RoomConnection | null = null;
  readonly #typing: Typing;
  readonly #recordsText: boolean;
  readonly #sentAt: number[] = [];
  #acknowledged = 0;
  #countFrom = 1;

  /** `recordsText` records the first reader's updates for `isTextEqual`. */
  constructor(typing: Typing, recordsText: boolean) {
    this.#typing = typing;
    this.#recordsText = recordsText;
  }

  get sent(): number {
    return this.#sentAt.length;
  }

  get undelivered(): number {
    return this.readers.reduce((sum, { undelivered }) => sum + undelivered, 0);
  }

  get unacknowledged(): number {
    return this.sent - this.#acknowledged;
  }

  get fanOut(): number[] {
    return this.readers.flatMap(({ fanOut }) => fanOut);
  }

  /** True if the first reader has the typed text, or does not record it. */
  get isTextEqual(): boolean {
    return this.readers.every((reader) => reader.isTextEqual);
  }

  /** Listener of the writer's connection. */
  readonly writerListener: RoomListener = {
    received: () => {},
    acknowledged: (seq, isStored) => {
      this.#acknowledged++;
      if (!isStored) this.refused++;
      else if (seq >= this.#countFrom) this.acks.push(performance.now() - (this.#sentAt[seq - 1] ?? NaN));
    },
  };

  /** Adds a reader; its connection listens with its listener. */
  addReader(): Reader {
    const reader = new Reader(this.#typing, this.#sentAt, this.#recordsText && this.readers.length === 0);
    this.readers.push(reader);
    return reader;
  }

  /** Sends the writer's next edit. */
  type(): void {
    const edit = this.#typing.edit(this.sent + 1);
    this.#sentAt.push(performance.now());
    this.writer?.send(edit);
  }

  /** Starts the measurement: drops all latencies so far. */
  countFromNow(): void {
    this.#countFrom = this.sent + 1;
    for (const reader of this.readers) reader.countFromNow();
    this.acks.length = 0;
    this.refused = 0;
  }
}
