import type { Participant } from '@cip/contracts/rooms/rooms';
import { RECONNECT_GRACE_MS, type Presence, type PresenceListener, type PresenceEntry } from './presence.ts';

interface PresentParticipant {
  participant: Participant;
  sockets: Set<string>;
  leaving: NodeJS.Timeout | undefined;
}

/** Presence on a single node, in memory. */
export class SinglePresence implements Presence {
  readonly #listener: PresenceListener;
  readonly #rooms = new Map<string, Map<string, PresentParticipant>>();

  constructor(listener: PresenceListener) {
    this.#listener = listener;
  }

  async list(interviewId: string): Promise<Participant[]> {
    return [...(this.#rooms.get(interviewId)?.values() ?? [])].map(({ participant }) => participant);
  }

  async enter({ interviewId, socketId, participant }: PresenceEntry): Promise<boolean> {
    const room = this.#rooms.get(interviewId) ?? new Map<string, PresentParticipant>();
    this.#rooms.set(interviewId, room);
    const present = room.get(participant.id);
    clearTimeout(present?.leaving);
    const sockets = (present?.sockets ?? new Set<string>()).add(socketId);
    room.set(participant.id, { participant, sockets, leaving: undefined });
    return present === undefined;
  }

  leave({ interviewId, socketId, participant }: PresenceEntry, isGraceful: boolean): void {
    const room = this.#rooms.get(interviewId);
    const present = room?.get(participant.id);
    if (!room || !present?.sockets.delete(socketId) || present.sockets.size > 0) return;
    const remove = () => {
      room.delete(participant.id);
      if (room.size === 0) this.#rooms.delete(interviewId);
      this.#listener.left(interviewId, participant);
    };
    if (isGraceful) remove();
    else present.leaving = setTimeout(remove, RECONNECT_GRACE_MS);
  }

  forget(interviewId: string): void {
    for (const { leaving } of this.#rooms.get(interviewId)?.values() ?? []) clearTimeout(leaving);
    this.#rooms.delete(interviewId);
  }

  close(): void {
    for (const interviewId of this.#rooms.keys()) this.forget(interviewId);
  }
}
