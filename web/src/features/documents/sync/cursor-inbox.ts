/** Cursors are counted, and those too many wait, for so long, in milliseconds. */
const WINDOW_MS = 50;
/** Cursors shown at once in that time: five people who move all the time. Each costs the editor a drawing. */
const AT_ONCE = 10;
/** Cursors that wait at most, so that one byte counts them; older ones are dropped, since newer ones follow. */
const WAITING_MAX = 127;

const ONE_STATE = 1;

/** Takes cursors in as they come; of a flood it takes all that came in a while as one. */
export class CursorInbox {
  readonly #take: (update: Uint8Array) => void;
  #waiting: Uint8Array[] = [];
  #taken = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(take: (update: Uint8Array) => void) {
    this.#take = take;
  }

  receive(update: Uint8Array): void {
    this.#timer ??= setTimeout(() => this.#endWindow(), WINDOW_MS);
    if (++this.#taken <= AT_ONCE) return this.#take(update);
    this.#waiting.push(update);
    if (this.#waiting.length > WAITING_MAX) this.#waiting.shift();
  }

  /** Forgets what waits. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
    this.#taken = 0;
  }

  #endWindow(): void {
    const waiting = this.#waiting;
    this.clear();
    if (waiting.length > 0) this.receive(join(waiting));
  }
}

/** Several updates of one state each as one update; what is not of one state is left out. */
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
