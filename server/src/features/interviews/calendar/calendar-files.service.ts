import { NO_SUCH_LINK } from '@cip/contracts/protocol/not-found';
import type { LinkContext } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import type { Database } from '../../../platform/database/database.ts';
import { calendarFile } from '../mails/interview-calendar.ts';
import { candidateEvent, interviewerEvent } from '../mails/interview-emails.ts';
import { candidateLink, interviewerLink } from '../mails/interview-links.ts';
import { findMailData } from '../mails/interview-mail-data.repository.ts';
import { findByLink } from '../interviews.repository.ts';
import { noAccess, requireInterview } from '../interviews.service.ts';
import type { Scope } from '../scope.service.ts';

/** Returns the calendar file of a planned interview for its interviewers. Throws `not_found` or `conflict`. */
export async function interviewerCalendar({ db, origin }: LinkContext, scope: Scope, id: string): Promise<string> {
  await requireInterview(db, scope, id);
  const data = await findPlanned(db, id);
  if (!data) throw noAccess();
  return calendarFile(interviewerEvent({ ...data, link: interviewerLink(origin(), data.room_code) }));
}

/** Returns the calendar file of a planned interview for the holder of its link. Throws `not_found` or `conflict`. */
export async function candidateCalendar({ db, origin }: LinkContext, roomCode: string): Promise<string> {
  const interview = await findByLink(db, roomCode);
  const data = interview && (await findPlanned(db, interview.id));
  if (!data) throw notFound(NO_SUCH_LINK);
  const link = candidateLink(origin(), roomCode);
  // Like the page behind the link, it names only the interviewer who leads.
  return calendarFile(candidateEvent({ ...data, other_interviewers: [], link }));
}

async function findPlanned(db: Database, id: string) {
  const data = await findMailData(db, id);
  if (!data) return undefined;
  const { status, scheduled_at: scheduledAt } = data;
  if (status !== 'scheduled' || scheduledAt === null)
    throw conflict('Only a session that has not started can be added to a calendar.');
  return { ...data, scheduled_at: scheduledAt };
}
