/** Counts the timers and requests that a program still waits for, so that its end is known. */
export class PendingWork {
  readonly #timers = new Set<number>();
  #requests = 0;
  readonly #setTimeout = self.setTimeout.bind(self);
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get isDone(): boolean {
    return this.#timers.size === 0 && this.#requests === 0;
  }

  /** Replaces the functions that start and clear timers and requests. */
  install(): void {
    const { setTimeout, setInterval, clearTimeout, fetch } = self;
    const add = (handle: number) => {
      this.#timers.add(handle);
      return handle;
    };
    const remove = (handle: number | undefined) => {
      if (handle !== undefined && this.#timers.delete(handle)) this.#onChange();
    };
    const callable = (run: unknown) => {
      if (typeof run !== 'function') throw new TypeError('The callback must be a function');
      return run as (...given: unknown[]) => void;
    };
    const later = (run: unknown, ms?: number, ...given: unknown[]) => {
      const call = callable(run);
      const handle = setTimeout(() => {
        try {
          call(...given);
        } finally {
          remove(handle);
        }
      }, ms);
      return add(handle);
    };
    const clear = (handle?: number) => {
      clearTimeout(handle);
      remove(handle);
    };
    Object.assign(self, {
      setTimeout: later,
      setImmediate: (run: unknown, ...given: unknown[]) => later(run, 0, ...given),
      setInterval: (run: unknown, ms?: number, ...given: unknown[]) => add(setInterval(callable(run), ms, ...given)),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
      fetch: (...given: Parameters<typeof fetch>) => this.#track(fetch(...given)),
    });
  }

  /** Calls `then` when the tasks that are due have run. */
  afterTasks(then: () => void): void {
    this.#setTimeout(() => this.#setTimeout(then, 0), 0);
  }

  async #track(request: Promise<Response>): Promise<Response> {
    this.#requests++;
    try {
      return await request;
    } catch {
      throw new TypeError('Programs have no network here');
    } finally {
      this.#requests--;
      this.#onChange();
    }
  }
}
