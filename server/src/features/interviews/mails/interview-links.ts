/** Returns the address of a session for its interviewers, because the candidate's link would open it as a candidate. */
export const interviewerLink = (origin: string, roomCode: string) => `${origin}/editor?room=${roomCode}`;

/** Returns the address of a session's details for its interviewers. */
export const detailsLink = (origin: string, roomCode: string) => `${origin}/sessions?session=${roomCode}`;

/** Returns the address of a session for its candidate. */
export const candidateLink = (origin: string, roomCode: string) => `${origin}/codeshare/${roomCode}`;
