import type { QuestionServerEvents } from '@cip/contracts/questions/question-events';
import type { FileServerEvents } from '@cip/contracts/rooms/files';
import type { SessionEnd } from '@cip/contracts/rooms/rooms';
import type { Completion, InterviewRule } from '@cip/contracts/rooms/rules';
import type { RunServerEvents } from '@cip/contracts/runs/runs';

/** The events that features announce to a room. */
type AnnouncedEvents = RunServerEvents & QuestionServerEvents & FileServerEvents;

/** A candidate of an interview who is being sent back or removed. */
export interface Leaving {
  interviewId: string;
  participantId: string;
}

/** The live rooms of all nodes; the interface that other features use. */
export interface LiveRooms {
  /**
   * Makes the room's own clients, or only the candidates who are being taken out, send the edits that the typing mode
   * holds back. Resolves within a second.
   */
  requestFlush(interviewId: string, of?: 'everyone' | 'leaving'): Promise<void>;
  /**
   * Runs a decision that takes a candidate out of the room. From the call on nothing more of the room is sent to them,
   * on any node; if the decision fails, they come back.
   */
  withhold<T>(leaving: Leaving, decide: () => Promise<T>): Promise<T>;
  /** Returns true if a candidate is being taken out of a room. */
  isWithholding(interviewId: string): boolean;
  /** Announces the end of the interview to the room and closes its sockets. */
  close(interviewId: string, ended: SessionEnd): Promise<void>;
  /** Emits an event to the room's own clients. */
  announce<E extends keyof AnnouncedEvents>(
    interviewId: string,
    event: E,
    ...args: Parameters<AnnouncedEvents[E]>
  ): void;
  /** Shows a rule to everyone in the room. */
  showRule(interviewId: string, rule: InterviewRule | null): void;
  /** Shows everyone in the room the language. */
  showLanguage(interviewId: string, language: string): void;
  /** Shows everyone in the room how much the editor completes. */
  showCompletion(interviewId: string, completion: Completion): void;
  /** Notifies a participant of their removal and closes their sockets. Resolves when they are closed on every node. */
  remove(participantId: string): Promise<void>;
  /**
   * Lets all nodes apply the stored admissions of an interview: who enters, who waits, and the interviewers' list.
   * Resolves when they hold on every node. Never rejects.
   */
  syncAdmissions(interviewId: string): Promise<void>;
  /** Closes the sockets of revoked sign-ins. Resolves when they are closed on every node. */
  closeAuthSessions(authSessionIds: string[]): Promise<void>;
  /** Closes the sockets of accounts in rooms that they see no more. Resolves when they are closed on every node. */
  closeHidden(): Promise<void>;
  /** Makes this node's clients reconnect to another node, and closes the rooms on this node. */
  drain(): Promise<void>;
}
