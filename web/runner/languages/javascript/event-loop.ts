import { notFunction } from './emitter.ts';
import { now, Timeout } from './timeout.ts';

type Call = () => void;
type Callback = (...given: unknown[]) => void;

const { setTimeout: setTimeoutBefore, clearTimeout: clearTimeoutBefore } = globalThis;

/** The longest delay (ms); longer ones become the shortest, as in Node.js. */
const DELAY_MAX_MS = 2_147_483_647;

/**
 * Runs a program's callbacks in the order of Node.js: ticks before promises, one timer after another, then input, then
 * immediates. Each callback has a task of the browser, so that promises go on after it.
 */
export class EventLoop {
  #ticks: Call[] = [];
  readonly #timers = new Map<number, Timeout>();
  #immediates = new Map<number, Call>();
  readonly #polls: Call[] = [];
  /** Callbacks of the present phase that have not run yet. */
  #phase: Call[] = [];
  #nextPhase: 'timers' | 'polls' | 'immediates' = 'timers';
  #ids = 0;
  #holds = 0;
  #hasBegun = false;
  #isTurning = false;
  #sleep: ReturnType<typeof setTimeout> | undefined;
  readonly #post: Call;
  readonly #idle: Call;

  /** `idle` is called when nothing is left to do; the loop goes on if it adds something. */
  constructor(idle: Call) {
    this.#idle = idle;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => this.#turn();
    // Bound, because a program may replace the method.
    this.#post = port2.postMessage.bind(port2, null);
  }

  /** Runs the program itself: its ticks come before its promises. */
  runMain(main: Call): void {
    this.#run(main);
  }

  nextTick(call: Call): void {
    this.#ticks.push(call);
    this.wake();
  }

  /** Calls in the phase of the input. */
  poll(call: Call): void {
    this.#polls.push(call);
    this.wake();
  }

  /** Keeps the program running until the returned function is called. */
  hold(): Call {
    this.#holds++;
    return () => {
      this.#holds--;
      this.wake();
    };
  }

  /** Keeps the program running until the promise of `work` has settled. Resolves and rejects as it does. */
  async during<T>(work: () => PromiseLike<T>): Promise<T> {
    const release = this.hold();
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** True if no callback is left that keeps the program running. */
  get isIdle(): boolean {
    const callbacks = this.#ticks.length + this.#polls.length + this.#phase.length + this.#immediates.size;
    return callbacks === 0 && this.#holds === 0 && [...this.#timers.values()].every(({ isRef }) => !isRef);
  }

  /** Makes sure that a turn comes. */
  wake(): void {
    if (this.#isTurning) return;
    this.#isTurning = true;
    clearTimeoutBefore(this.#sleep);
    this.#post();
  }

  clear(timer: unknown): void {
    const id = timer instanceof Timeout ? timer.id : Number(timer);
    const isKnown = this.#timers.delete(id) || this.#immediates.delete(id);
    if (isKnown) this.wake();
  }

  /** Replaces the functions that start and clear timers. */
  install(): void {
    const clear = (timer?: unknown) => this.clear(timer);
    Object.assign(self, {
      setTimeout: (run: unknown, ms?: unknown, ...given: unknown[]) => this.#start(run, ms, given, false),
      setInterval: (run: unknown, ms?: unknown, ...given: unknown[]) => this.#start(run, ms, given, true),
      setImmediate: (run: unknown, ...given: unknown[]) => this.#startImmediate(run, given),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    });
  }

  #start(run: unknown, ms: unknown, given: unknown[], isRepeated: boolean): Timeout {
    const call = callable(run);
    const delay = Math.trunc(Number(ms));
    const inBounds = delay >= 1 && delay <= DELAY_MAX_MS ? delay : 1;
    const timer = new Timeout(this, ++this.#ids, () => call(...given), inBounds, isRepeated);
    // What a program starts with the shortest delay is due in the first turn, however fast the device is.
    if (!this.#hasBegun && inBounds === 1) timer.dueAt = now();
    this.#timers.set(timer.id, timer);
    this.wake();
    return timer;
  }

  #startImmediate(run: unknown, given: unknown[]): object {
    const call = callable(run);
    const id = ++this.#ids;
    this.#immediates.set(id, () => call(...given));
    this.wake();
    const immediate = {
      hasRef: () => true,
      ref: () => immediate,
      unref: () => immediate,
      [Symbol.toPrimitive]: () => id,
    };
    return immediate;
  }

  /** Runs one callback, or ends the program's work if there is none. */
  #turn(): void {
    this.#isTurning = false;
    if (this.#ticks.length > 0) return this.#run(() => undefined);
    this.#hasBegun = true;
    for (let phases = 0; phases < 4 && this.#phase.length === 0; phases++) this.#enterPhase();
    const call = this.#phase.shift();
    if (call !== undefined) return this.#run(call);
    const timers = [...this.#timers.values()];
    if (this.isIdle) return this.#idle();
    if (timers.length === 0) return;
    const dueAt = timers.reduce((earliest, timer) => Math.min(earliest, timer.dueAt), Infinity);
    const waitMs = Math.max(0, dueAt - now());
    this.#sleep = setTimeoutBefore(() => this.wake(), waitMs);
  }

  /** Runs a callback and then the ticks, even if it throws; promises go on when the task is over. */
  #run(call: Call): void {
    try {
      call();
      for (let tick = this.#ticks.shift(); tick !== undefined; tick = this.#ticks.shift()) tick();
    } finally {
      this.wake();
    }
  }

  #enterPhase(): void {
    if (this.#nextPhase === 'timers') {
      this.#nextPhase = 'polls';
      const due = [...this.#timers.values()].filter(({ dueAt }) => dueAt <= now());
      this.#phase = due.toSorted((one, other) => one.dueAt - other.dueAt).map((timer) => () => this.#fire(timer));
    } else if (this.#nextPhase === 'polls') {
      this.#nextPhase = 'immediates';
      this.#phase = this.#polls.splice(0);
    } else {
      this.#nextPhase = 'timers';
      this.#phase = [...this.#immediates.keys()].map((id) => () => {
        const call = this.#immediates.get(id);
        this.#immediates.delete(id);
        call?.();
      });
    }
  }

  #fire(timer: Timeout): void {
    if (this.#timers.get(timer.id) !== timer) return;
    if (!timer.isRepeated) this.#timers.delete(timer.id);
    timer.dueAt = now() + timer.ms;
    timer.call();
  }
}

function callable(run: unknown): Callback {
  if (typeof run !== 'function') throw notFunction('callback', run);
  return run as Callback;
}
