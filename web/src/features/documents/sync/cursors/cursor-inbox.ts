/** Length of the window in which cursors are counted, in milliseconds. */
const WINDOW_MS = 50;
/**
 * Cursors applied immediately in a window: enough for five peers who move all the time. Each makes the editor render.
 */
const IMMEDIATE_MAX = 10;
/** Longest queue, so that one byte holds the count; older cursors are dropped, because newer ones follow. */
const QUEUE_MAX = 127;

const ONE_STATE = 1;

/** Applies cursors immediately, and the excess over the limit as one update at the end of the window. */
export class CursorInbox {
  readonly #apply: (update: Uint8Array) => void;
  #queue: Uint8Array[] = [];
  #applied = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(apply: (update: Uint8Array) => void) {
    this.#apply = apply;
  }

  receive(update: Uint8Array): void {
    this.#timer ??= setTimeout(() => this.#endWindow(), WINDOW_MS);
    if (++this.#applied <= IMMEDIATE_MAX) return this.#apply(update);
    this.#queue.push(update);
    if (this.#queue.length > QUEUE_MAX) this.#queue.shift();
  }

  /** Empties the queue. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
    this.#applied = 0;
  }

  #endWindow(): void {
    const queue = this.#queue;
    this.clear();
    if (queue.length > 0) this.receive(join(queue));
  }
}

/** Joins updates of one state each into one update; drops updates of several states. */
function join(updates: Uint8Array[]): Uint8Array {
  const states = updates.filter(([count]) => count === ONE_STATE);
  const joined = new Uint8Array(1 + states.reduce((sum, state) => sum + state.length - 1, 0));
  joined[0] = states.length;
  let at = 1;
  for (const state of states) {
    joined.set(state.subarray(1), at);
    at += state.length - 1;
  }
  return joined;
}
