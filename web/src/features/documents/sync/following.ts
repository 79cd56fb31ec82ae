/** Whom this person follows: the editor scrolls with that participant's cursor until its owner scrolls or types. */
export class Following {
  readonly #listeners = new Set<() => void>();
  #id: string | null = null;

  /** For useSyncExternalStore. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The participant's id, or null. */
  readonly getSnapshot = (): string | null => this.#id;

  start(id: string): void {
    this.#set(id);
  }

  readonly stop = (): void => this.#set(null);

  #set(id: string | null): void {
    if (id === this.#id) return;
    this.#id = id;
    for (const listener of this.#listeners) listener();
  }
}
