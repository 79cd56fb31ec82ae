import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { AppError } from '../../errors.ts';
import type { SimulatedNode } from './simulated-node.ts';

/** Returns the character that the n-th step types into a text; no other step or text has it. */
export const markOf = (n: number, name: string) => String.fromCharCode((name === SHARED_TEXT ? 0x4e00 : 0x3400) + n);

/** A participant's client and its connection: each way keeps its order and waits until it is delivered. */
export abstract class Peer {
  readonly participantId: string;
  readonly typed: string[] = [];
  readonly acknowledged = new Set<string>();
  /** What the node told it, in order: texts, acknowledgements and codes of refusals. */
  readonly events: string[] = [];
  #node: SimulatedNode | undefined;
  #connections = 0;

  constructor(index: number) {
    this.participantId = participantIdOf(index);
  }

  get node(): SimulatedNode {
    if (!this.#node) throw new Error('The peer is not connected.');
    return this.#node;
  }

  /** Its participant and its connection. */
  get by(): { socketId: string; participantId: string } {
    return { socketId: `${this.participantId}.${this.#connections}`, participantId: this.participantId };
  }

  /** Connects to a node; what is in flight on an earlier connection is lost. */
  connect(node: SimulatedNode): void {
    this.#node?.document.unsubscribe(this.by.socketId);
    this.#connections++;
    this.#node = node;
    this.open();
  }

  protected abstract open(): void;
  /** Types the marks of the n-th step. */
  abstract type(n: number, where: number): void;
  /** Erases a character of each text that it edits, and returns them. */
  abstract erase(where: number): string;
  /** Delivers the next message of a full-text client to the node, or all of a page; false if there is none. */
  abstract receive(): boolean;
  /** The same in the other direction. */
  abstract show(): boolean;

  /** Records the result of an edit. Returns false if it was refused. */
  protected async answer(marks: readonly string[], edit: () => Promise<void>): Promise<boolean> {
    try {
      await edit();
      for (const mark of marks) this.acknowledged.add(mark);
      this.events.push('acknowledged');
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.events.push(error.code);
      return false;
    }
  }
}

/** Returns the id of a participant, which the log packs as a UUID. */
export const participantIdOf = (index: number) => `00000000-0000-4000-8000-00000000000${index + 1}`;
