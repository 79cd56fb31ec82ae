/** A mutex with lanes: waiting lanes alternate, and each lane is first in, first out. */
export class FairMutex<Lane> {
  readonly #waiting = new Map<Lane, (() => void)[]>();
  #isTaken = false;

  /** Resolves when the caller holds the mutex, until `release`. */
  async take(lane: Lane): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(lane);
    if (waiting) waiting.push(resolve);
    else this.#waiting.set(lane, [resolve]);
    await promise;
  }

  release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#isTaken = false;
      return;
    }
    const [lane, waiting] = next;
    const proceed = waiting.shift();
    // Re-inserted behind the other lanes if it still has waiters.
    this.#waiting.delete(lane);
    if (waiting.length > 0) this.#waiting.set(lane, waiting);
    proceed?.();
  }
}
