import type { Interview, MailedReply } from '@cip/contracts/interviews/interviews';
import { HIDDEN_ROOM_CODE, mayInterview } from '@cip/contracts/accounts/roles';
import type { AppContext } from '../../context.ts';
import { conflict } from '../../errors.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/authenticate.ts';

/**
 * Returns interviews as an account sees them: without the team notes that it may not read yet; for coordinators without
 * any notes and, if a room shows its code, without its room code.
 */
export async function shownTo<T extends Interview>(
  { db, findHiddenNotes }: AppContext,
  viewer: Principal,
  interviews: T[],
): Promise<T[]> {
  if (!mayInterview(viewer.role)) return interviews.map(forCoordinators);
  const noted = interviews.filter(({ notes }) => notes !== null).map(({ id }) => id);
  if (noted.length === 0) return interviews;
  const hidden = await findHiddenNotes(db, viewer, noted);
  return interviews.map((interview) => (hidden.has(interview.id) ? { ...interview, notes: null } : interview));
}

// The candidate's link shows the code if the interview runs, or if it has no waiting room.
function forCoordinators<T extends Interview>(interview: T): T {
  const { status, asks_before_admitting: asks, room_code: roomCode } = interview;
  return { ...interview, notes: null, room_code: status === 'scheduled' && asks ? roomCode : HIDDEN_ROOM_CODE };
}

/** Returns the reply about one interview, as the account sees it. */
export async function sessionReply<T extends Interview>(
  ctx: AppContext,
  viewer: Principal,
  interview: T,
): Promise<{ session: T }> {
  const [session = interview] = await shownTo(ctx, viewer, [interview]);
  return { session };
}

/** Returns a changed interview, and whether its e-mail to the candidate is not sent. */
export const withMail = (session: Interview, isMailed: boolean): MailedReply => ({
  session,
  ...(!isMailed && { unsent: true as const }),
});

/** Returns the reply about a changed interview, as the account sees it. */
export async function mailedReply(
  ctx: AppContext,
  viewer: Principal,
  { session, ...mail }: MailedReply,
): Promise<MailedReply> {
  return { ...(await sessionReply(ctx, viewer, session)), ...mail };
}

/** Throws `conflict` if the account may not read the team notes yet: it would replace notes that it has not seen. */
export async function requireTeamNotes(
  { findHiddenNotes }: AppContext,
  db: Database,
  viewer: Principal,
  interviewId: string,
): Promise<void> {
  if ((await findHiddenNotes(db, viewer, [interviewId])).has(interviewId))
    throw conflict('Submit your scorecard to read and change the team notes.');
}
