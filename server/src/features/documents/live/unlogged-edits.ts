import type { NewUpdate } from '../log/documents.repository.ts';

interface Unlogged extends NewUpdate {
  sender: string;
  number: number;
}

/**
 * Edits other nodes have told of that are not yet known to be in the log. What this node acknowledges may build on
 * them, so it logs them too; their operation ids make that harmless.
 */
export class UnloggedEdits {
  readonly #edits = new Map<string, Unlogged>();

  /** Notes an edit from the bus; `logged` is the number up to which its sender's edits are in the log. */
  heard(edit: NewUpdate, from: { sender: string; number: number; logged: number }): void {
    for (const [opId, { sender, number }] of this.#edits)
      if (sender === from.sender && number <= from.logged) this.#edits.delete(opId);
    if (from.number > from.logged) this.#edits.set(edit.opId, { ...edit, sender: from.sender, number: from.number });
  }

  list(): NewUpdate[] {
    return [...this.#edits.values()];
  }

  /** These are in the log now. */
  logged(edits: NewUpdate[]): void {
    for (const { opId } of edits) this.#edits.delete(opId);
  }
}
