/** The loop that a timer belongs to. */
interface TimerLoop {
  wake(): void;
  clear(timer: unknown): void;
}

/** A timer as Node.js returns it. */
export class Timeout {
  readonly #loop: TimerLoop;
  readonly id: number;
  readonly call: () => void;
  readonly ms: number;
  readonly isRepeated: boolean;
  dueAt: number;
  isRef = true;

  constructor(loop: TimerLoop, id: number, call: () => void, ms: number, isRepeated: boolean) {
    this.#loop = loop;
    this.id = id;
    this.call = call;
    this.ms = ms;
    this.isRepeated = isRepeated;
    this.dueAt = now() + ms;
  }

  ref(): this {
    this.isRef = true;
    return this;
  }

  unref(): this {
    this.isRef = false;
    this.#loop.wake();
    return this;
  }

  hasRef(): boolean {
    return this.isRef;
  }

  refresh(): this {
    this.dueAt = now() + this.ms;
    return this;
  }

  close(): this {
    this.#loop.clear(this);
    return this;
  }

  [Symbol.toPrimitive](): number {
    return this.id;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/** Returns the time in whole milliseconds, as Node.js counts it for timers. */
export function now(): number {
  return Math.floor(performance.now());
}
