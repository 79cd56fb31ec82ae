import { INPUT_WAIT_MS, INPUT_WAITS_MS } from '@cip/contracts/runs/run-limits';

/** Measures and limits the time of a program; it pauses while the program waits for people, within other limits. */
export class RunClock {
  readonly #limitMs: number;
  readonly #expired: (reason: 'time_limit' | 'no_input') => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #state: 'new' | 'running' | 'waiting' | 'stopped' = 'new';
  /** When the present state began (ms). */
  #since = 0;
  #ranMs = 0;
  #waitedMs = 0;

  /** `expired` is called once, if a limit is reached. */
  constructor(limitMs: number, expired: (reason: 'time_limit' | 'no_input') => void) {
    this.#limitMs = limitMs;
    this.#expired = expired;
  }

  get isStarted(): boolean {
    return this.#state !== 'new';
  }

  start(): void {
    this.#enter('running');
  }

  /** Pauses. Returns false if the program does not run. */
  pause(): boolean {
    if (this.#state !== 'running') return false;
    this.#enter('waiting');
    return true;
  }

  /** Goes on. Returns false if the program does not wait. */
  resume(): boolean {
    if (this.#state !== 'waiting') return false;
    this.#enter('running');
    return true;
  }

  /** Ends it. Returns how long the program ran, without its waits (ms). */
  stop(): number {
    this.#leave();
    clearTimeout(this.#timer);
    this.#state = 'stopped';
    return this.#ranMs;
  }

  #enter(state: 'running' | 'waiting'): void {
    this.#leave();
    this.#state = state;
    this.#since = performance.now();
    clearTimeout(this.#timer);
    const isRunning = state === 'running';
    const leftMs = isRunning
      ? this.#limitMs - this.#ranMs
      : Math.min(INPUT_WAIT_MS, Math.max(0, INPUT_WAITS_MS - this.#waitedMs));
    this.#timer = setTimeout(() => this.#expired(isRunning ? 'time_limit' : 'no_input'), leftMs);
  }

  #leave(): void {
    const ms = performance.now() - this.#since;
    if (this.#state === 'running') this.#ranMs += ms;
    if (this.#state === 'waiting') this.#waitedMs += ms;
  }
}
