import { FILE_TEXTS, SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import * as Y from 'yjs';
import { ReplayedFile } from './replayed-file.ts';
import type { TextChange } from './text-change.ts';

/** Applies a document's updates in order, and returns their changes of its files. */
export class EditReplay {
  readonly #doc = new Y.Doc();
  /** The files that the present update changes. */
  readonly #changed = new Set<ReplayedFile>();
  #failed = 0;
  #waiting = 0;
  #waitingBytes = 0;

  constructor() {
    // All are defined before the first update, because Yjs replaces a text that an update has brought before.
    for (const root of FILE_TEXTS) {
      const file = new ReplayedFile(this.#doc.getText(root), root);
      file.onChange(() => this.#changed.add(file));
    }
  }

  /** Edits that could not be applied so far. */
  get unapplied(): number {
    return this.#failed + this.#waiting;
  }

  /** Returns the present text of the first file. */
  text(): string {
    return this.#doc.getText(SHARED_TEXT).toJSON();
  }

  /** Applies an update. If it is broken, it changes nothing and is counted. */
  apply(bytes: Uint8Array): TextChange[] {
    this.#changed.clear();
    try {
      Y.applyUpdate(this.#doc, bytes);
    } catch {
      this.#failed++;
    }
    this.#countWaiting();
    return [...this.#changed].flatMap((file) => file.takeChanges());
  }

  /** Frees the document's memory. */
  close(): void {
    this.#doc.destroy();
  }

  // If updates build on missing ones, Yjs holds them back, and applies them when the missing ones arrive.
  #countWaiting(): void {
    const { pendingStructs, pendingDs } = this.#doc.store;
    const bytes = (pendingStructs?.update.length ?? 0) + (pendingDs?.length ?? 0);
    if (bytes === 0) this.#waiting = 0;
    else if (bytes > this.#waitingBytes) this.#waiting++;
    this.#waitingBytes = bytes;
  }
}
