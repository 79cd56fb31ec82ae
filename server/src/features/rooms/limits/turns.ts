/** If a task takes longer, it loses its turn and goes on, because a few slow ones must not stop all others (ms). */
const TURN_MAX_MS = 1_000;

/** Runs the tasks of each key in turns: a few in parallel, the rest in their order. Keys do not wait for each other. */
export class Turns {
  readonly #atOnce: number;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Runs a task when it is its turn. Resolves or rejects as the task does. */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    await this.#start(key);
    const turn = Promise.withResolvers<void>();
    // Other events come before the next task, even if tasks need no input or output.
    void turn.promise.then(() => setImmediate(() => this.#end(key)));
    const timer = setTimeout(turn.resolve, TURN_MAX_MS);
    try {
      return await task();
    } finally {
      clearTimeout(timer);
      turn.resolve();
    }
  }

  async #start(key: string): Promise<void> {
    const running = this.#running.get(key) ?? 0;
    if (running < this.#atOnce) return void this.#running.set(key, running + 1);
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.push(resolve);
    else this.#waiting.set(key, [resolve]);
    await promise;
  }

  // The next task takes over the turn, so that the number of running ones stays.
  #end(key: string): void {
    const waiting = this.#waiting.get(key);
    const next = waiting?.shift();
    if (waiting?.length === 0) this.#waiting.delete(key);
    if (next) return next();
    const running = (this.#running.get(key) ?? 1) - 1;
    if (running > 0) this.#running.set(key, running);
    else this.#running.delete(key);
  }
}
