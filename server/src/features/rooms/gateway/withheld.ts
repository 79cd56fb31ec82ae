import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../../context.ts';
import type { Leaving } from '../live-rooms.ts';
import type { RoomRef, SocketIdentity } from '../room-member.ts';
import { bringBackSockets, takeOutSockets } from './leaving-sockets.ts';
import type { RoomNamespace, Withholding } from './socket.ts';

/** The channel on which nodes announce candidates who are being taken out; its connections also carry the edits. */
const WITHHELD_CHANNEL = 'rooms:withheld';
/** If the node of a decision died, the decision is forgotten after this time (ms), longer than any decision takes. */
const WITHHELD_MAX_MS = 10_000;

/**
 * The candidates to whom this node sends nothing more of their room, starting with the press that takes them out. All
 * nodes are told on both ways that content of a room takes between nodes, so that nothing sent after it arrives before
 * it.
 */
export class Withheld {
  readonly #redis: AppContext['redis'];
  readonly #namespace: RoomNamespace;
  readonly #decisions = new Map<string, Withholding>();

  constructor({ redis }: Pick<AppContext, 'redis'>, namespace: RoomNamespace) {
    this.#redis = redis;
    this.#namespace = namespace;
    namespace.on('room:withheld', (decision) => this.#apply(decision));
    // ioredis subscribes again when the connection is back.
    void redis?.subscriber.subscribe(WITHHELD_CHANNEL);
    redis?.subscriber.on('message', (channel: string, message: string) => {
      if (channel === WITHHELD_CHANNEL) this.#apply(JSON.parse(message));
    });
  }

  /** Returns true if they are a candidate who is being taken out of the room. */
  has({ interviewId }: RoomRef, { authSessionId, participant }: SocketIdentity): boolean {
    if (authSessionId !== null) return false;
    return this.#some((leaving) => leaving.interviewId === interviewId && leaving.participantId === participant.id);
  }

  /** Returns true if a candidate of the interview is being taken out. */
  isIn(interviewId: string): boolean {
    return this.#some((decision) => decision.interviewId === interviewId);
  }

  /** Runs a decision that takes a candidate out, while nothing of the room is sent to them on any node. */
  async withhold<T>(leaving: Leaving, decide: () => Promise<T>): Promise<T> {
    const decision = { ...leaving, id: randomUUID() };
    this.#announce({ ...decision, isOver: false });
    try {
      return await decide();
    } finally {
      this.#announce({ ...decision, isOver: true });
    }
  }

  #announce(decision: Withholding): void {
    this.#apply(decision);
    if (!this.#redis) return;
    this.#namespace.serverSideEmit('room:withheld', decision);
    const { commands } = this.#redis;
    if (commands.status === 'ready') void commands.publish(WITHHELD_CHANNEL, JSON.stringify(decision));
  }

  /** Begins or ends a decision; if a message repeats or comes too late, nothing changes. */
  #apply(decision: Withholding): void {
    const known = this.#decisions.get(decision.id);
    if (known && (known.isOver || !decision.isOver)) return;
    this.#decisions.set(decision.id, decision);
    if (decision.isOver) {
      // Remembered, because the other message of the beginning may still be under way.
      setTimeout(() => this.#decisions.delete(decision.id), WITHHELD_MAX_MS).unref();
      if (known) bringBackSockets(this.#namespace, known);
      return;
    }
    takeOutSockets(this.#namespace, decision);
    setTimeout(() => this.#apply({ ...decision, isOver: true }), WITHHELD_MAX_MS).unref();
  }

  #some(fits: (decision: Withholding) => boolean): boolean {
    if (this.#decisions.size === 0) return false;
    return [...this.#decisions.values()].some((decision) => !decision.isOver && fits(decision));
  }
}
