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
    this.#refill();
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }

  /** Takes `count` tokens, also more than there are: it is empty then until the rate has made up for them. */
  spend(count: number): void {
    this.#refill();
    this.#tokens -= count;
  }

  /** Whether there is no token. */
  get isEmpty(): boolean {
    this.#refill();
    return this.#tokens <= 0;
  }

  #refill(): void {
    const now = performance.now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) / 1_000) * this.#rate);
    this.#at = now;
  }
}
