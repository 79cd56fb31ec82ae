import { plannerText } from '@cip/contracts/interviews/plan-text';
import type { Email } from '../../../platform/mail/mailer.ts';
import { withoutLinks } from '../../../platform/names.ts';
import { calendarInvitation } from './interview-calendar.ts';
import {
  interviewerEvent,
  momentOf,
  namesIn,
  planOf,
  type InterviewMailData,
  type MailDataWithLink,
} from './interview-emails.ts';

/** Someone with an account. */
export interface Person {
  name: string;
  email: string;
}

/** The recipient of an e-mail, and who planned the interview if their account exists. */
export interface Colleagues {
  to: Person;
  planner: Person | undefined;
}

type MailData = InterviewMailData & { company_email: string };

/** Composes the invitation of an interviewer. */
export function colleagueInvitation(data: MailData & MailDataWithLink, { to, planner }: Colleagues): Email {
  const { company, candidate } = namesIn(data);
  const by = planner ? plannerText(company, withoutLinks(planner.name)) : company;
  return {
    ...parts(data, { to, planner }, data.link),
    subject: `New interview with ${candidate}`,
    text: `Hello ${withoutLinks(to.name)},

${by} has scheduled a live coding interview with ${candidate}, and you are an interviewer.

${planOf(data)}

Sign in to open it. The link is for interviewers: the candidate has another one.
`,
  };
}

/** Composes the e-mail to an interviewer that the plan changed. */
export function colleagueChange(data: MailData & MailDataWithLink, people: Colleagues): Email {
  const { candidate } = namesIn(data);
  return {
    ...parts(data, people, data.link),
    subject: `New plan for the interview with ${candidate}`,
    text: `Hello ${withoutLinks(people.to.name)},

The plan of the live coding interview with ${candidate} has changed. This is the plan now:

${planOf(data)}
`,
  };
}

/** Composes the e-mail to someone who is no longer an interviewer of an interview. */
export function colleagueRemoval(data: MailData, people: Colleagues): Email {
  const { candidate } = namesIn(data);
  return {
    ...parts(data, people, null),
    subject: `You no longer interview ${candidate}`,
    text: `Hello ${withoutLinks(people.to.name)},

You are no longer an interviewer of the live coding interview with ${candidate}. It takes place without you:

${momentOf(data)}
`,
  };
}

/** Composes the cancellation for an interviewer. */
export function colleagueCancellation(data: MailData, people: Colleagues): Email {
  const { candidate } = namesIn(data);
  return {
    ...parts(data, people, null),
    subject: `The interview with ${candidate} is cancelled`,
    text: `Hello ${withoutLinks(people.to.name)},

The live coding interview with ${candidate} is cancelled. It was planned for:

${momentOf(data)}
`,
  };
}

/** Returns the address and the calendar part of an e-mail; if it has no link, calendars remove the event. */
function parts(data: MailData, { to, planner }: Colleagues, link: string | null) {
  const lead = { name: data.interviewer_name, email: data.interviewer_email };
  const company = { name: data.company_name, email: data.company_email };
  // Calendars do not enter an event if its organizer is their own user.
  const organizer = [planner, lead, company].find((person) => person && person.email !== to.email) ?? company;
  const event = interviewerEvent({ ...data, link });
  const plain = ({ name, email }: Person) => ({ name: withoutLinks(name), email });
  const text = calendarInvitation(event, plain(organizer), plain(to));
  return { to: to.email, calendar: { method: event.isCancelled ? 'CANCEL' : 'REQUEST', text } as const };
}
