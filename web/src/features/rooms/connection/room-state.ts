import type { RoomAdmissions } from '@cip/contracts/interviews/admissions';
import type { Rules } from '@cip/contracts/rooms/rules';
import type { Participant, SessionEnd, TypingMode } from '@cip/contracts/rooms/rooms';
import type { RoomFiles } from './room-files.ts';

/** Since when a candidate waits, and whether an interviewer is in the room. */
export interface WaitingState {
  since: string;
  isHostHere: boolean;
}

/** State of the room's connection, for the screen. */
export interface RoomState extends Rules, RoomFiles {
  /** True only after the room was entered and the document opened on the present link. */
  isConnected: boolean;
  /** The page's work on its lost connection, in a few words; empty while connected. */
  activity: string;
  /** Text of the banner, or null if there is none. */
  error: string | null;
  participants: Participant[];
  /** Ids of the participants whom this user removed. */
  removed: readonly string[];
  /** This participant, once the room was entered. */
  self: Participant | null;
  typingMode: TypingMode;
  language: string;
  /** Set once, when the interview is over for this participant. */
  ended: SessionEnd | null;
  /** Why the server refuses this user until they sign in or reload the page; null otherwise. */
  barred: 'signed out' | 'account deleted' | 'no access' | 'unreadable' | null;
  /** Set while this candidate waits to be admitted, before or after they were in the room. */
  waiting: WaitingState | null;
  /** Who waits for this room, for its interviewers; null if no one does and everyone may enter. */
  admissions: RoomAdmissions | null;
  /** An interviewer removed this participant; the interview goes on. */
  isRemoved: boolean;
  /** Latest text for screen readers. */
  announcement: string;
}
