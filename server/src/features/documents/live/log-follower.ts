import type { LoggedUpdate } from '../log/packed-log.ts';
import type { DocumentHost } from './document-host.ts';

/** How far an open document has read its log, for the edits that it missed. */
export class LogFollower {
  readonly #host: Pick<DocumentHost, 'reader'>;
  readonly #interviewId: string;
  readonly #apply: (updates: LoggedUpdate[]) => void;
  readonly #reading = new Set<'recent' | 'unsettled'>();
  #settledId = 0;
  #recentId = 0;

  constructor(host: DocumentHost, interviewId: string, apply: (updates: LoggedUpdate[]) => void) {
    this.#host = host;
    this.#interviewId = interviewId;
    this.#apply = apply;
  }

  /** Starts after a row: the document has it and all earlier ones. */
  startAfter(settledId: number): void {
    this.#settledId = settledId;
    this.#recentId = settledId;
  }

  /** Reads the new rows, except if a read of them is under way. */
  readRecent(): void {
    this.#readOnce('recent', async () => {
      const { updates, recentId } = await this.#host.reader.read(this.#interviewId, this.#recentId);
      this.#apply(updates);
      this.#recentId = Math.max(this.#recentId, recentId);
    });
  }

  /** Reads also the rows that committed so late that nothing waited for them. */
  readUnsettled(): void {
    this.#readOnce('unsettled', () => this.#readUnsettled());
  }

  /** Applies everything that was appended before the call. Rejects if the database does not respond. */
  async catchUp(): Promise<void> {
    await this.#host.reader.awaitAppends(this.#interviewId);
    await this.#readUnsettled();
  }

  async #readUnsettled(): Promise<void> {
    const { reader } = this.#host;
    const { updates, settledId, recentId } = await reader.readAlone(this.#interviewId, this.#settledId);
    this.#apply(updates);
    this.#settledId = Math.max(this.#settledId, settledId);
    this.#recentId = Math.max(this.#recentId, recentId);
  }

  // A failed read is retried at the next gap (without Redis every half second) or reconciliation.
  #readOnce(what: 'recent' | 'unsettled', read: () => Promise<void>): void {
    if (this.#reading.has(what)) return;
    this.#reading.add(what);
    void read()
      .catch(() => {})
      .finally(() => this.#reading.delete(what));
  }
}
