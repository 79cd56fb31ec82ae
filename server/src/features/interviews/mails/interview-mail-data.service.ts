import type { Database } from '../../../platform/database/database.ts';
import { findMailData } from './interview-mail-data.repository.ts';

/** Returns the data of the e-mails about a planned interview; null if it was deleted or is not planned. */
export async function loadScheduled(db: Database, interviewId: string) {
  const data = await findMailData(db, interviewId);
  if (!data || data.scheduled_at === null) return null;
  return { ...data, scheduled_at: data.scheduled_at };
}

/** Returns whether the planned time has passed: a held invitation, or a late one, would invite to nothing. */
export const isOver = ({ scheduled_at, minutes }: { scheduled_at: string; minutes: number }) =>
  Date.parse(scheduled_at) + minutes * 60_000 < Date.now();
