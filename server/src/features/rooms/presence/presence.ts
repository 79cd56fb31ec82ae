import type { Participant } from '@cip/contracts/rooms/rooms';

/** Reconnecting within this time does not count as leaving (ms). */
export const RECONNECT_GRACE_MS = 3_000;

/** A socket of a participant in a room. */
export interface PresenceEntry {
  interviewId: string;
  socketId: string;
  participant: Participant;
}

/** Callbacks of a presence store. */
export interface PresenceListener {
  /** A participant has no socket left in the room. */
  left(interviewId: string, participant: Participant): void;
  /** A participant of this node is in the room, but another node may have reported that they left. */
  returned(interviewId: string, participant: Participant): void;
  /** The list of participants may differ from the last list sent. */
  changed(interviewId: string): void;
}

/** The participants of each room. If a participant has several tabs or reconnects, they are listed once. */
export interface Presence {
  /** Returns the participants of a room, ordered by arrival. */
  list(interviewId: string): Promise<Participant[]>;
  /** Adds a socket. Returns true if its participant was not present before. */
  enter(entry: PresenceEntry): Promise<boolean>;
  /** Removes a socket. If the client did not leave gracefully, its participant stays listed for RECONNECT_GRACE_MS. */
  leave(entry: PresenceEntry, isGraceful: boolean): void;
  /** Forgets a closed room without reporting that its participants left. */
  forget(interviewId: string): void;
  close(): void;
}

/** Returns true if a participant is in the room, as far as this node knows. */
export async function isPresent(presence: Presence, interviewId: string, { id }: Participant): Promise<boolean> {
  return (await presence.list(interviewId)).some((participant) => participant.id === id);
}

/** Returns true if an interviewer is in the room, as far as this node knows. */
export async function isHostHere(presence: Presence, interviewId: string): Promise<boolean> {
  return (await presence.list(interviewId)).some(({ type }) => type === 'interviewer');
}
