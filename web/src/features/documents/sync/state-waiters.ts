/** Promises of states, which are checked after every change. */
export class StateWaiters {
  readonly #checks = new Set<() => void>();

  /** Resolves when the state is reached, at the latest after `withinMs`. */
  until(isReached: () => boolean, withinMs?: number): Promise<void> {
    if (isReached()) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = () => isReached() && resolve();
    this.#checks.add(check);
    const timer = withinMs === undefined ? undefined : setTimeout(resolve, withinMs);
    return promise.finally(() => {
      clearTimeout(timer);
      this.#checks.delete(check);
    });
  }

  /** Checks the states that are awaited. Call it after a change. */
  check(): void {
    for (const check of this.#checks) check();
  }
}
