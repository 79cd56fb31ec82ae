import { UnknownFile } from '../yjs/edit-errors.ts';

const noop = () => {};

/** Edits that wait until this node has read the files that they are in, each behind its author's earlier ones. */
export class LateEdits {
  readonly #readFiles: () => Promise<void>;
  /** The last waiting edit of each participant. */
  readonly #last = new Map<string, Promise<void>>();

  /** `readFiles` reads the files that were created since, perhaps on another node. */
  constructor(readFiles: () => Promise<void>) {
    this.#readFiles = readFiles;
  }

  /** Resolves when the waiting edits of a participant are applied or refused; undefined if none waits. */
  whenApplied(participantId: string): Promise<void> | undefined {
    return this.#last.get(participantId);
  }

  /**
   * Applies an edit behind its author's earlier ones, on which it may depend; if its file is unknown, again after the
   * files are read. `apply` throws if the edit is refused, and resolves, like this, when it is logged.
   */
  add(participantId: string, apply: () => Promise<void>): Promise<void> {
    // In an object, because a promise would be waited for.
    const applied = this.#afterFiles(this.#last.get(participantId), () => ({ logged: apply() }));
    const settled = applied
      .then(noop, noop)
      .then(() => void (this.#last.get(participantId) === settled && this.#last.delete(participantId)));
    this.#last.set(participantId, settled);
    return applied.then(({ logged }) => logged);
  }

  async #afterFiles<T>(earlier: Promise<void> | undefined, apply: () => T): Promise<T> {
    await earlier;
    try {
      return apply();
    } catch (error) {
      if (!(error instanceof UnknownFile)) throw error;
      await this.#readFiles();
      return apply();
    }
  }
}
