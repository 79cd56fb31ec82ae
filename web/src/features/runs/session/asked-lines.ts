/** The lines that an own run's program asks for, counted from 1; each gets one answer. */
export class AskedLines {
  readonly #changed: (ask: number | null) => void;
  #asks = 0;
  #isWaiting = false;

  /** `changed` gets the number of the line that the program waits for, and null once it has it. */
  constructor(changed: (ask: number | null) => void) {
    this.#changed = changed;
  }

  /** The line that the program waits for; undefined while it does not. */
  get current(): number | undefined {
    return this.#isWaiting ? this.#asks : undefined;
  }

  ask(): void {
    this.#asks++;
    this.#isWaiting = true;
    this.#changed(this.#asks);
  }

  /** Returns whether an answer is the first one to what the program waits for. */
  take(ask: number): boolean {
    if (ask !== this.current) return false;
    this.close();
    return true;
  }

  /** Waits no longer. */
  close(): void {
    if (this.#isWaiting) this.#changed(null);
    this.#isWaiting = false;
  }
}
