/**
 * Allows `rate` events per second on average and `burst` at once.
 *
 * Not `rate-limiter-flexible`: it counts fixed windows and costs a promise per check, and each edit passes several.
 */
export class TokenBucket {
  readonly #rate: number;
  readonly #burst: number;
  #tokens: number;
  #at = performance.now();

  constructor(rate: number, burst: number) {
    this.#rate = rate;
    this.#burst = burst;
    this.#tokens = burst;
  }

  /** Takes `count` tokens. Returns false, and takes none, when there are fewer. */
  take(count = 1): boolean {
    const now = performance.now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) / 1_000) * this.#rate);
    this.#at = now;
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }
}
