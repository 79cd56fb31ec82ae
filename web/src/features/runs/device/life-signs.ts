import { RUN_ALIVE_MS } from '@cip/contracts/runs/run-limits';
import type { Progress } from '../sandbox/sandbox-types.ts';

/** Loading is reported if it takes longer than this (ms); a warm start needs less. */
const LOADING_REPORTED_AFTER_MS = 500;
const COMPLETE = 100;

interface LifeSignEvents {
  /** A report is due. */
  due: () => void;
  /** The number of the line that the program waits for, from 1; null once it has it. */
  asking: (ask: number | null) => void;
}

/**
 * The reports of a device while it executes a run: how far its language is loaded, and the line that its program waits
 * for.
 */
export class LifeSigns {
  readonly #events: LifeSignEvents;
  #interval: ReturnType<typeof setInterval> | undefined;
  #loadingTimer: ReturnType<typeof setTimeout> | undefined;
  #loaded = COMPLETE;
  #isLoadingReported = false;
  #asks = 0;
  #isWaiting = false;

  constructor(events: LifeSignEvents) {
    this.#events = events;
  }

  /** The line that the program waits for; undefined while it does not. */
  get ask(): number | undefined {
    return this.#isWaiting ? this.#asks : undefined;
  }

  /** Reports from now on at a steady interval. */
  begin(): void {
    this.#interval ??= setInterval(this.#events.due, RUN_ALIVE_MS);
  }

  noteProgress({ phase, loadedBytes, totalBytes }: Progress): void {
    const share = totalBytes === 0 ? 1 : loadedBytes / totalBytes;
    this.#loaded = phase === 'running' ? COMPLETE : Math.min(COMPLETE - 1, Math.floor(COMPLETE * share));
    if (this.#loaded < COMPLETE) this.#loadingTimer ??= setTimeout(this.#events.due, LOADING_REPORTED_AFTER_MS);
    else this.#endLoading();
    if (this.#loaded === COMPLETE && this.#isLoadingReported) this.#events.due();
  }

  /** Returns how far the language is loaded (percent); undefined if the others know it, or need not. */
  takeLoaded(): number | undefined {
    const isDue = this.#isLoadingReported || this.#loaded < COMPLETE;
    this.#isLoadingReported = this.#loaded < COMPLETE;
    return isDue ? this.#loaded : undefined;
  }

  /** The program waits for its next line. */
  noteAsk(): void {
    this.#asks++;
    this.#isWaiting = true;
    this.#events.asking(this.#asks);
    this.#events.due();
  }

  /** Returns whether an answer is the first one to the line that the program waits for. */
  takeAnswer(ask: number): boolean {
    if (ask !== this.ask) return false;
    this.endAsk();
    return true;
  }

  /** The program waits no longer. */
  endAsk(): void {
    if (this.#isWaiting) this.#events.asking(null);
    this.#isWaiting = false;
  }

  /** Reports nothing more by itself. */
  end(): void {
    clearInterval(this.#interval);
    this.#endLoading();
  }

  #endLoading(): void {
    clearTimeout(this.#loadingTimer);
    this.#loadingTimer = undefined;
  }
}
