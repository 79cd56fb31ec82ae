/** How often a slow reader is looked at again, in milliseconds. */
const LOOK_EVERY_MS = 100;

/** Sends updates to a reader, and tells whether it has more on its way than it can take. */
export interface Receive {
  send(update: string): void;
  isSlow(): boolean;
}

/**
 * One reader of a document's updates. While it is slow nothing more is queued for it; once it has caught up it gets
 * one difference for all it missed. A CRDT makes that lossless, and a stalled phone costs the node no memory.
 */
export class UpdateReader {
  readonly #receive: Receive;
  readonly #difference: (state: Map<number, number>) => string;
  /** What the reader had when it fell behind. */
  #behind: Map<number, number> | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** `difference` tells what the document has beyond a state, as base64. */
  constructor(receive: Receive, difference: (state: Map<number, number>) => string) {
    this.#receive = receive;
    this.#difference = difference;
  }

  /** Takes an update of the document; `before` tells the document's state before it. */
  documentChanged(update: string, before: () => Map<number, number>): void {
    if (this.#behind) return;
    if (!this.#receive.isSlow()) return this.#receive.send(update);
    this.#behind = new Map(before());
    this.#timer = setInterval(() => this.#catchUp(), LOOK_EVERY_MS);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #catchUp(): void {
    if (!this.#behind || this.#receive.isSlow()) return;
    clearInterval(this.#timer);
    const update = this.#difference(this.#behind);
    this.#behind = null;
    this.#receive.send(update);
  }
}
