import ical, { ICalCalendarMethod, ICalEventStatus, type ICalCalendar } from 'ical-generator';

/** An interview as calendars show it. */
export interface CalendarInterview {
  id: string;
  plan_revision: number;
  /** When the plan last changed (ISO 8601). */
  plan_changed_at: string;
  scheduled_at: string;
  minutes: number;
  title: string;
  description: string;
  /** The address of the room; null once it no longer opens. */
  link: string | null;
  isCancelled: boolean;
}

/** Someone named in an invitation; names are plain text. */
interface Person {
  name: string;
  email: string;
}

/** How often a calendar should read a feed (s); many read it less often. */
const FEED_TTL_SECONDS = 3_600;
const PRODUCT = { company: 'Code Interview Platform', product: 'Interviews' };

/**
 * Returns the iCalendar text (RFC 5545, 5546) with which a candidate's calendar enters, moves or cancels an interview.
 * Its UID stays the same and its SEQUENCE rises with each change of the plan; times are in UTC.
 */
export function calendarInvitation(interview: CalendarInterview, organizer: Person, candidate: Person): string {
  const method = interview.isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const calendar = ical({ prodId: PRODUCT, method });
  calendar.createEvent({ ...eventOf(interview), organizer, attendees: [{ ...candidate, rsvp: false }] });
  return textOf(calendar);
}

/** Returns the iCalendar text with which people add an interview to their own calendar, without attendees. */
export function calendarFile(interview: CalendarInterview): string {
  const calendar = ical({ prodId: PRODUCT });
  calendar.createEvent(eventOf(interview));
  return textOf(calendar);
}

/** Returns the iCalendar text of a feed, which calendars read again about every hour. */
export function calendarFeed(interviews: CalendarInterview[]): string {
  const calendar = ical({ prodId: PRODUCT, name: 'Interviews', ttl: FEED_TTL_SECONDS });
  for (const interview of interviews) calendar.createEvent(eventOf(interview));
  return textOf(calendar);
}

// RFC 5545 ends every line; the library leaves the last one open.
const textOf = (calendar: ICalCalendar) => `${calendar.toString()}\r\n`;

function eventOf(interview: CalendarInterview) {
  const { id, plan_revision: sequence, minutes, title, description, link, isCancelled } = interview;
  const start = new Date(interview.scheduled_at);
  return {
    id,
    sequence,
    start,
    end: new Date(start.getTime() + minutes * 60_000),
    stamp: new Date(),
    lastModified: new Date(interview.plan_changed_at),
    summary: title,
    description,
    ...(link !== null && { location: link, url: link }),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  };
}
