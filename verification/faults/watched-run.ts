import { isStartingText } from '@cip/contracts/rooms/starting-text';
import type { Handshake } from '@cip/contracts/rooms/rooms';
import { linesOf, RunClient } from '../support/run-client.ts';
import type { ProductTypist } from '../support/typists.ts';

/** Lines of the program: it writes for 4 s. */
const LINES = 40;

/** A run in a schedule: one participant's device executes it, and all show it. */
export class WatchedRun {
  readonly #clients: RunClient[];
  readonly #runner: RunClient | undefined;
  #isStarted = false;

  /** The second participant starts it. */
  constructor(members: [ProductTypist, Handshake][]) {
    this.#clients = members.map(([typist, handshake]) => new RunClient(typist, handshake, LINES));
    this.#runner = this.#clients[1];
  }

  /** Presses Run; does nothing if the runner has left. */
  start(present: readonly unknown[]): void {
    if (!this.#runner || !present.includes(this.#runner.typist)) return;
    this.#isStarted = true;
    // The starting text is not run.
    if (isStartingText(this.#runner.typist.text)) this.#runner.typist.type('x', 0);
    void this.#runner.session.press();
  }

  /** Removes the client of a typist who leaves. */
  leave(typist: unknown): void {
    const index = this.#clients.findIndex((client) => client.typist === typist);
    for (const { session } of index < 0 ? [] : this.#clients.splice(index, 1)) session.close();
  }

  /** Returns the faults in everyone's views; empty if all show one result, whole while its runner is there. */
  differences(): string[] {
    if (!this.#isStarted) return [];
    const hasRunner = this.#clients.some((client) => client === this.#runner);
    // A runner who left may never have sent the start; then nobody may show a run.
    if (!hasRunner && this.#clients.every(({ isIdle }) => isIdle)) return [];
    const whole = linesOf(LINES);
    const first = this.#clients[0];
    return this.#clients
      .filter(({ end, output, pieces }) => {
        const isOrdered = pieces.every(({ seq }, index) => seq === index) && whole.startsWith(output);
        const isSame = end?.reason === first?.end?.reason && output === first?.output;
        const isWhole = !hasRunner || (end?.reason === 'finished' && output === whole);
        return end === null || !isOrdered || !isSame || !isWhole;
      })
      .map(
        ({ end, output }) => `a run shows ${output.split('\n').length - 1} lines and ends "${end?.reason ?? 'never'}"`,
      );
  }

  close(): void {
    for (const { session } of this.#clients) session.close();
  }
}
