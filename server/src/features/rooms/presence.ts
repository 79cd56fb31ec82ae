import type { Participant } from '@cip/contracts/rooms';

/** A reconnect within this many milliseconds is no leaving. */
export const GRACE_MS = 3_000;

/** A socket of a participant in a room. */
export interface Seat {
  interviewId: string;
  socketId: string;
  participant: Participant;
}

/** Told when somebody of a room is gone for good, or when the list may have changed unnoticed. */
export interface PresenceListener {
  left(interviewId: string, participant: Participant): void;
  changed(interviewId: string): void;
}

/** Who is in which room: a person with several tabs, or one who reconnects, is there once. */
export interface Presence {
  /** The participants of a room, in the order they came. */
  list(interviewId: string): Promise<Participant[]>;
  /** Notes a socket; true when its participant was not there before. */
  enter(seat: Seat): Promise<boolean>;
  /** Notes that a socket is gone. After a lost connection its participant has some seconds to come back. */
  leave(seat: Seat, isGraceful: boolean): void;
  /** Forgets a room that is over; nobody is said to leave it. */
  forget(interviewId: string): void;
  close(): void;
}
