import type { Progress } from '../sandbox/sandbox-types.ts';

/** Loading that takes longer is reported (ms): a warm start needs less. */
const REPORTED_AFTER_MS = 500;
const COMPLETE = 100;

/** How far this device has loaded the language of a run, as the others in the room see it (percent). */
export class LoadingReport {
  readonly #send: () => void;
  #loaded = COMPLETE;
  #isReported = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `send` sends what is due. */
  constructor(send: () => void) {
    this.#send = send;
  }

  note({ phase, loadedBytes, totalBytes }: Progress): void {
    const share = totalBytes === 0 ? 1 : loadedBytes / totalBytes;
    this.#loaded = phase === 'running' ? COMPLETE : Math.min(COMPLETE - 1, Math.floor(COMPLETE * share));
    if (this.#loaded < COMPLETE) this.#timer ??= setTimeout(() => this.#send(), REPORTED_AFTER_MS);
    else this.close();
    if (this.#loaded === COMPLETE && this.#isReported) this.#send();
  }

  /** Returns what to report now; undefined when the others know it, or need not. */
  takeDue(): number | undefined {
    const isDue = this.#isReported || this.#loaded < COMPLETE;
    this.#isReported = this.#loaded < COMPLETE;
    return isDue ? this.#loaded : undefined;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
