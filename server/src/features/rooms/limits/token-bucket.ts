import type { Rate } from './rates.ts';

/**
 * Allows as many tokens as its rate.
 *
 * Not `rate-limiter-flexible`, because it counts fixed windows and costs a promise per check, and each edit passes
 * several.
 */
export class TokenBucket {
  readonly #rate: Rate;
  #tokens: number;
  #at = performance.now();

  constructor(rate: Rate) {
    this.#rate = rate;
    this.#tokens = rate.burst;
  }

  /** Takes `count` tokens. Returns false, and takes none, if there are fewer. */
  take(count = 1): boolean {
    this.#refill();
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }

  /** Takes `count` tokens, even if there are fewer: then it is empty until the rate has made up for them. */
  spend(count: number): void {
    this.#refill();
    this.#tokens -= count;
  }

  /** True if there is no token. */
  get isEmpty(): boolean {
    this.#refill();
    return this.#tokens <= 0;
  }

  #refill(): void {
    const now = performance.now();
    const { perSecond, burst } = this.#rate;
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) / 1_000) * perSecond);
    this.#at = now;
  }
}
