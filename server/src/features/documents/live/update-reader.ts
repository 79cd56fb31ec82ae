/** How often a slow reader is checked again (ms). */
const CHECK_EVERY_MS = 100;

/** The connection of a reader: sends updates, and knows if more is queued than the client reads. */
export interface UpdateSocket {
  send(update: string): void;
  isSlow(): boolean;
}

/**
 * One reader of a document's updates. While it is slow nothing more is queued for it; once it has caught up it gets one
 * difference for all updates it missed. A CRDT makes that lossless, and a stalled phone costs the node no memory.
 */
export class UpdateReader {
  readonly #socket: UpdateSocket;
  readonly #difference: (state: Map<number, number>) => string;
  /** The state of the reader when it fell behind, or null. */
  #behind: Map<number, number> | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** `difference` returns the part of the document beyond a state, as base64. */
  constructor(socket: UpdateSocket, difference: (state: Map<number, number>) => string) {
    this.#socket = socket;
    this.#difference = difference;
  }

  /**
   * Sends an update of the document, or skips it while the reader is slow; `before` returns the state before the
   * update.
   */
  onUpdate(update: string, before: () => Map<number, number>): void {
    if (this.#behind) return;
    if (!this.#socket.isSlow()) return this.#socket.send(update);
    this.#behind = new Map(before());
    this.#timer = setInterval(() => this.#catchUp(), CHECK_EVERY_MS);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #catchUp(): void {
    if (!this.#behind || this.#socket.isSlow()) return;
    clearInterval(this.#timer);
    const update = this.#difference(this.#behind);
    this.#behind = null;
    this.#socket.send(update);
  }
}
