import type { NewUpdate } from '../log/documents.repository.ts';

interface UnloggedEdit extends NewUpdate {
  sender: string;
  number: number;
}

/**
 * Edits received from other nodes that may not be in the log yet. An edit that this node acknowledges may build on
 * them, so it logs them too; their operation ids make that idempotent.
 */
export class UnloggedEdits {
  readonly #edits = new Map<string, UnloggedEdit>();

  /** Adds an edit from the bus; `logged` is the frame number up to which the edits of its sender are in the log. */
  add(edit: NewUpdate, from: { sender: string; number: number; logged: number }): void {
    for (const [opId, { sender, number }] of this.#edits)
      if (sender === from.sender && number <= from.logged) this.#edits.delete(opId);
    if (from.number > from.logged) this.#edits.set(edit.opId, { ...edit, sender: from.sender, number: from.number });
  }

  list(): NewUpdate[] {
    return [...this.#edits.values()];
  }

  /** Removes edits that are in the log now. */
  remove(edits: NewUpdate[]): void {
    for (const { opId } of edits) this.#edits.delete(opId);
  }
}
