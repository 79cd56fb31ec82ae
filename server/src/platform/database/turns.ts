/** Lets one holder at a time have something; lanes that wait have it in turn, each lane in its own order. */
export class Turns<Lane> {
  readonly #waiting = new Map<Lane, (() => void)[]>();
  #isTaken = false;

  /** Settles when it is the caller's turn, which lasts until `release`. */
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
    const goOn = waiting.shift();
    // Behind the other lanes, as long as it has others that wait.
    this.#waiting.delete(lane);
    if (waiting.length > 0) this.#waiting.set(lane, waiting);
    goOn?.();
  }
}
