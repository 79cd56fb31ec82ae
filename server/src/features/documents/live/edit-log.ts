import { AppError } from '../../../errors.ts';
import { SNAPSHOT_EVERY_BYTES } from '../log/document-replay.ts';
import type { NewUpdate } from '../log/log.repository.ts';
import type { DocumentHost } from './document-host.ts';
import { encodeFrame } from './edit-frame.ts';
import { UnloggedEdits } from './unlogged-edits.ts';

/** A node compacts the log of a document into a snapshot after it has appended this many rows. */
const COMPACT_EVERY_ROWS = 1_000;

/** The bus channel of a document. */
export const channelOf = (interviewId: string) => `document:${interviewId}`;

/** Sends a document's edits to the other nodes and into the log, each with all edits that it may build on. */
export class EditLog {
  readonly #host: Pick<DocumentHost, 'bus' | 'compactions' | 'log' | 'metrics'>;
  readonly #interviewId: string;
  readonly #unlogged = new UnloggedEdits();
  #loggedNumber = 0;
  #rowsSinceCompaction = 0;
  #bytesSinceCompaction = 0;

  constructor(host: DocumentHost, interviewId: string) {
    this.#host = host;
    this.#interviewId = interviewId;
  }

  /**
   * Adds an edit of another node; `logged` is the number of the frame up to which its sender's edits are in the log.
   */
  addReceived(edit: NewUpdate, from: { sender: string; number: number; logged: number }): void {
    this.#unlogged.addReceived(edit, from);
  }

  /** Sends an edit to the other nodes. Returns the number of its frame. */
  publish(edit: NewUpdate): number {
    return this.#host.bus.publish(channelOf(this.#interviewId), () => encodeFrame(edit, this.#loggedNumber));
  }

  /** Sends an edit to the other nodes and appends it. Resolves when it and all it builds on are in the log. */
  append(edit: Omit<NewUpdate, 'interviewId'>): Promise<void> {
    const update = { interviewId: this.#interviewId, ...edit };
    const number = this.publish(update);
    const unlogged = this.#unlogged.list();
    const appending = [...unlogged, update];
    const since = performance.now();
    const appended = () => {
      this.#host.metrics.editToAck.observe((performance.now() - since) / 1_000);
      this.#compactAfter(appending);
      this.#unlogged.remove(unlogged);
      // The edit may build on another edit, which was refused after this one began to wait.
      if (this.#unlogged.hasRefused) return this.appendUnlogged();
      this.#loggedNumber = Math.max(this.#loggedNumber, number);
    };
    const refused = (error: unknown) => {
      if (!isEnded(error)) this.#unlogged.addRefused(update);
      throw error;
    };
    return this.#host.log.append(appending).then(appended, refused);
  }

  /** Resolves when all edits that the document had at the call are in the log. */
  async appendAll(): Promise<void> {
    await this.appendUnlogged();
    await this.#host.log.flush(this.#interviewId);
    // Some of them may have been refused meanwhile.
    if (this.#unlogged.hasRefused) await this.appendUnlogged();
  }

  /** Appends the edits that may not be in the log yet, if any; resolves when they are. */
  async appendUnlogged(): Promise<void> {
    const unlogged = this.#unlogged.list();
    await this.#host.log.append(unlogged);
    this.#unlogged.remove(unlogged);
  }

  // Compacts the log regularly, so that the next node that opens the document has few rows to read.
  #compactAfter(logged: NewUpdate[]): void {
    this.#rowsSinceCompaction += logged.length;
    for (const { bytes } of logged) this.#bytesSinceCompaction += bytes.length;
    if (this.#rowsSinceCompaction < COMPACT_EVERY_ROWS && this.#bytesSinceCompaction < SNAPSHOT_EVERY_BYTES) return;
    this.#rowsSinceCompaction = 0;
    this.#bytesSinceCompaction = 0;
    this.#host.compactions.add(this.#interviewId);
  }
}

function isEnded(error: unknown): boolean {
  return error instanceof AppError && error.code === 'ended';
}
