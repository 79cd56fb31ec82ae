import type { Interview } from '@cip/contracts/interviews';
import type { AppContext } from '../../context.ts';
import { conflict } from '../../errors.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/authenticate.ts';

type NotesContext = Pick<AppContext, 'db' | 'findHiddenNotes'>;

/** Returns interviews without the team notes that the account may not read yet. */
export async function hideTeamNotes<T extends Interview>(
  { db, findHiddenNotes }: NotesContext,
  viewer: Principal,
  interviews: T[],
): Promise<T[]> {
  const noted = interviews.filter(({ notes }) => notes !== null).map(({ id }) => id);
  if (noted.length === 0) return interviews;
  const hidden = await findHiddenNotes(db, viewer, noted);
  return interviews.map((interview) => (hidden.has(interview.id) ? { ...interview, notes: null } : interview));
}

/** Returns the reply about one interview, without team notes that the account may not read yet. */
export async function sessionReply<T extends Interview>(
  ctx: NotesContext,
  viewer: Principal,
  interview: T,
): Promise<{ session: T }> {
  const [session = interview] = await hideTeamNotes(ctx, viewer, [interview]);
  return { session };
}

/** Throws `conflict` when the account may not read the team notes yet: it would replace what it has not seen. */
export async function requireTeamNotes(
  { findHiddenNotes }: Pick<AppContext, 'findHiddenNotes'>,
  db: Database,
  viewer: Principal,
  interviewId: string,
): Promise<void> {
  if ((await findHiddenNotes(db, viewer, [interviewId])).has(interviewId))
    throw conflict('Submit your scorecard to read and change the team notes.');
}
