import type { Participant, TypingMode } from '@cip/contracts/rooms';

/** What the room's connection knows, for the screen. */
export interface RoomState {
  /** True only after the room was entered and the document opened on this very connection. */
  isConnected: boolean;
  /** What is being done about being disconnected, in a few words; empty while connected. */
  activity: string;
  /** The banner's text; null when there is nothing to say. */
  error: string | null;
  participants: Participant[];
  /** This person, once the room was entered. */
  self: Participant | null;
  typingMode: TypingMode;
  language: string;
  /** Set once, when the interview is over for this person. */
  ended: { message: string; endedBy: string } | null;
  /** Why the server does not let this user in, until they sign in or load the page again; null while it does, or may. */
  barred: 'signed out' | 'account deleted' | 'no access' | 'unreadable' | null;
  /** It is over for this person alone: an interviewer put them out. */
  isRemoved: boolean;
  /** The latest thing worth telling somebody who does not see the screen. */
  announcement: string;
}
