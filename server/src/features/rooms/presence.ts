import type { Participant } from '@cip/contracts/rooms';

/** A reconnect within this many milliseconds is no leaving. */
const GRACE_MS = 3_000;

interface Present {
  participant: Participant;
  sockets: Set<string>;
  leaving: NodeJS.Timeout | undefined;
}

/** Who is in which room: a person with several tabs, or one who reconnects, is there once. */
export class Presence {
  readonly #rooms = new Map<string, Map<string, Present>>();

  /** The participants of a room, in the order they came. */
  list(interviewId: string): Participant[] {
    return [...(this.#rooms.get(interviewId)?.values() ?? [])].map(({ participant }) => participant);
  }

  /** Notes a socket of a participant; true when the participant was not there before. */
  enter(interviewId: string, socketId: string, participant: Participant): boolean {
    const room = this.#rooms.get(interviewId) ?? new Map<string, Present>();
    this.#rooms.set(interviewId, room);
    const present = room.get(participant.id);
    clearTimeout(present?.leaving);
    const sockets = (present?.sockets ?? new Set<string>()).add(socketId);
    room.set(participant.id, { participant, sockets, leaving: undefined });
    return present === undefined;
  }

  /** Notes that a socket is gone; `left` is called when its participant has not come back in time. */
  leave(interviewId: string, socketId: string, participantId: string, graceful: boolean, left: () => void): void {
    const room = this.#rooms.get(interviewId);
    const present = room?.get(participantId);
    if (!room || !present?.sockets.delete(socketId) || present.sockets.size > 0) return;
    const go = () => {
      room.delete(participantId);
      if (room.size === 0) this.#rooms.delete(interviewId);
      left();
    };
    if (graceful) go();
    else present.leaving = setTimeout(go, GRACE_MS);
  }

  /** Forgets a room that is over; nobody is said to leave it. */
  forget(interviewId: string): void {
    for (const { leaving } of this.#rooms.get(interviewId)?.values() ?? []) clearTimeout(leaving);
    this.#rooms.delete(interviewId);
  }

  close(): void {
    for (const interviewId of this.#rooms.keys()) this.forget(interviewId);
  }
}
