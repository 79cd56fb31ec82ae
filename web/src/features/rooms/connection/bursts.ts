import { BURST_ATTEMPTS, BURST_PAUSE_MS, NEXT_BURST_MAX_MS, NEXT_BURST_MS } from './limits.ts';

/** Repeats a connection that failed: a few times soon, then after a rest that grows with each burst. */
export class Bursts {
  readonly #connect: () => void;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(connect: () => void) {
    this.#connect = connect;
  }

  /** Plans the next attempt. Returns whether it follows soon or after a rest. */
  retry(): 'soon' | 'rest' {
    this.#failures++;
    const isOver = this.#failures % BURST_ATTEMPTS === 0;
    this.#timer = setTimeout(this.#connect, isOver ? restAfter(this.#failures / BURST_ATTEMPTS) : BURST_PAUSE_MS);
    return isOver ? 'rest' : 'soon';
  }

  /** Begins with a first burst next time. */
  restart(): void {
    this.#failures = 0;
  }

  /** Cancels the planned attempt. */
  cancel(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Returns the pause after this many bursts, in milliseconds; jittered, so that a room's clients do not all reconnect
 * together.
 */
function restAfter(bursts: number): number {
  return Math.min(NEXT_BURST_MS * 2 ** (bursts - 1), NEXT_BURST_MAX_MS) * (0.75 + Math.random() / 4);
}
