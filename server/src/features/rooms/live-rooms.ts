/** The live rooms on every node, as other features see them. */
export interface LiveRooms {
  /** Asks the room's own clients for what the typing mode holds back; settles within a second in any case. */
  requestFlush(interviewId: string): Promise<void>;
  /** Tells everybody in the room that the interview is over and closes their sockets. */
  close(interviewId: string, ended: { message: string; endedBy: string }): Promise<void>;
  /** Tells a participant that they are removed and closes their sockets. */
  remove(participantId: string): Promise<void>;
  /** Closes the sockets of revoked sign-ins. */
  closeAuthSessions(authSessionIds: string[]): Promise<void>;
  /** Sends this node's clients to other nodes and closes the rooms here. */
  drain(): Promise<void>;
}
