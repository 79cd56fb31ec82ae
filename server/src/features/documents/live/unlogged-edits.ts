import type { NewUpdate } from '../log/log.repository.ts';

interface ReceivedEdit extends NewUpdate {
  sender: string;
  number: number;
}

/**
 * Edits that are applied and may not be in the log yet: received from other nodes, or refused by the log of this node.
 * This node logs them too, because an edit that it acknowledges may build on them; their operation ids make that
 * idempotent.
 */
export class UnloggedEdits {
  readonly #received = new Map<string, ReceivedEdit>();
  readonly #refused = new Map<string, NewUpdate>();

  /** Adds an edit from the bus; `logged` is the frame number up to which the edits of its sender are in the log. */
  addReceived(edit: NewUpdate, from: { sender: string; number: number; logged: number }): void {
    for (const [opId, { sender, number }] of this.#received)
      if (sender === from.sender && number <= from.logged) this.#received.delete(opId);
    if (from.number > from.logged) this.#received.set(edit.opId, { ...edit, sender: from.sender, number: from.number });
  }

  /** Adds an edit of this node that the log refused. */
  addRefused(edit: NewUpdate): void {
    this.#refused.set(edit.opId, edit);
  }

  get hasRefused(): boolean {
    return this.#refused.size > 0;
  }

  list(): NewUpdate[] {
    return [...this.#received.values(), ...this.#refused.values()];
  }

  /** Removes edits that are in the log now. */
  remove(edits: NewUpdate[]): void {
    for (const { opId } of edits) {
      this.#received.delete(opId);
      this.#refused.delete(opId);
    }
  }
}
