import type { Leaving } from '../live-rooms.ts';

/** What a node tells the others about a candidate who leaves. */
export interface Withholding extends Leaving {
  /** Identifies the decision: its messages may come twice, and on two ways. */
  id: string;
  isOver: boolean;
}

/** A decision whose node died is forgotten after this time (ms); it is longer than any decision takes. */
const WITHHELD_MAX_MS = 10_000;

/** The candidates to whom this node sends nothing more of their room, from the press that takes them out on. */
export class Withheld {
  readonly #decisions = new Map<string, Withholding>();
  readonly #begin: (leaving: Leaving) => void;
  readonly #end: (leaving: Leaving) => void;

  /** `begin` takes a candidate's sockets out of what is sent to the room, `end` follows when the decision is over. */
  constructor(begin: (leaving: Leaving) => void, end: (leaving: Leaving) => void) {
    this.#begin = begin;
    this.#end = end;
  }

  /** Returns whether the participant is being taken out. */
  has(participantId: string): boolean {
    return this.#some((decision) => decision.participantId === participantId);
  }

  /** Returns whether a candidate of the interview is being taken out. */
  isIn(interviewId: string): boolean {
    return this.#some((decision) => decision.interviewId === interviewId);
  }

  /** Begins or ends a decision; a message that repeats or comes too late changes nothing. */
  apply(decision: Withholding): void {
    const known = this.#decisions.get(decision.id);
    if (known && (known.isOver || !decision.isOver)) return;
    this.#decisions.set(decision.id, decision);
    if (decision.isOver) {
      // Remembered, because the other message of the beginning may still be under way.
      setTimeout(() => this.#decisions.delete(decision.id), WITHHELD_MAX_MS).unref();
      return known && this.#end(known);
    }
    this.#begin(decision);
    setTimeout(() => this.apply({ ...decision, isOver: true }), WITHHELD_MAX_MS).unref();
  }

  #some(fits: (decision: Withholding) => boolean): boolean {
    if (this.#decisions.size === 0) return false;
    return [...this.#decisions.values()].some((decision) => !decision.isOver && fits(decision));
  }
}
