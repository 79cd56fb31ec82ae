/** Failures in a row after which the engine is left alone. */
const FAILURES_TO_OPEN = 3;
/** How long it is left alone (ms). */
const OPEN_MS = 30_000;

/** Refuses calls for a while after several failures in a row, so that not every call has to wait until it fails. */
export class CircuitBreaker {
  #failures = 0;
  #openUntil = 0;

  get isOpen(): boolean {
    return performance.now() < this.#openUntil;
  }

  /** Records an answer of any kind. */
  succeed(): void {
    this.#failures = 0;
  }

  /** Records a failure. After the pause, one more failure starts the next. */
  fail(): void {
    this.#failures += 1;
    if (this.#failures >= FAILURES_TO_OPEN) this.#openUntil = performance.now() + OPEN_MS;
  }
}
