import { invitationText, momentText, plannerText, planText } from '@cip/contracts/interviews/plan-text';
import type { Email } from '../../../platform/mail/mailer.ts';
import { withoutLinks } from '../../../platform/names.ts';
import { calendarInvitation, type CalendarInterview } from './interview-calendar.ts';

/** The data of the e-mails about an interview. */
export interface InterviewMailData {
  id: string;
  plan_revision: number;
  plan_changed_at: string;
  company_name: string;
  interviewer_name: string;
  interviewer_email: string;
  candidate_name: string | null;
  candidate_email: string | null;
  scheduled_at: string;
  time_zone: string | null;
  minutes: number;
  call_link: string | null;
  /** The names of the interviewers besides `interviewer_name`. */
  other_interviewers: string[];
}

/** The same with the address that the recipient opens. */
export interface MailDataWithLink extends InterviewMailData {
  link: string;
}

/** Composes the invitation of a candidate. */
export function invitation(data: MailDataWithLink): Email {
  return {
    ...candidateParts(data),
    subject: `Your interview with ${namesIn(data).company}`,
    text: `${invitationText(plannedOf(data))}
If you did not expect this e-mail, you can ignore it.
`,
  };
}

/** Composes the e-mail to a candidate that the plan of their interview changed. */
export function planChange(data: MailDataWithLink): Email {
  const { company, interviewer, candidate } = namesIn(data);
  return {
    ...candidateParts(data),
    subject: `New plan for your interview with ${company}`,
    text: `Hello ${candidate},

${plannerText(company, interviewer)} has changed the plan of your live coding interview. This is the plan now:

${planOf(data)}

The link is the same as before.
`,
  };
}

/** Composes the cancellation for a candidate. */
export function cancellation(data: InterviewMailData): Email {
  const { company, candidate } = namesIn(data);
  return {
    ...candidateParts({ ...data, link: null }),
    subject: `Your interview with ${company} is cancelled`,
    text: `Hello ${candidate},

Your live coding interview with ${company} is cancelled. It was planned for:

${momentOf(data)}

Its link no longer works. If you agree on another time, you will get a new link.
`,
  };
}

/**
 * Composes the e-mail to an address that an interview no longer has. It may belong to a stranger, or to the candidate
 * who gave another one: it says nothing about the interview that the invitation did not say.
 */
export function withdrawal(data: InterviewMailData): Email {
  const { company } = namesIn(data);
  return {
    ...candidateParts({ ...data, link: null }),
    subject: `Your invitation from ${company} is withdrawn`,
    text: `Hello,

${company} has withdrawn the invitation to a live coding interview that this address received. It was planned for:

${momentOf(data)}

If you gave ${company} another address, the invitation is there. Otherwise you can ignore it.
`,
  };
}

/** Composes the reminder of a candidate. */
export function candidateReminder(data: MailDataWithLink): Email {
  const { company, candidate } = namesIn(data);
  const { to, replyTo } = candidateParts(data);
  return {
    to,
    replyTo,
    subject: `Reminder: your interview with ${company}`,
    text: `Hello ${candidate},

Your live coding interview with ${company} takes place soon.

${planOf(data)}

What happens: you open the link, enter your name, and write code in a shared editor while you talk. You can run it there.
Open the link earlier if you like: the page checks your device.

Try the editor before, on your device alone: ${new URL('/try', data.link).href}

What is kept: the code with its edits and runs. Camera, microphone and screen are never recorded. The page with the link
says for how long.

If you cannot make it, answer this e-mail.
`,
  };
}

/** Composes the reminder of an interviewer. */
export function reminder(data: MailDataWithLink): Email {
  const { interviewer, candidate } = namesIn(data);
  return {
    to: data.interviewer_email,
    subject: `Soon: your interview with ${candidate}`,
    text: `Hello ${interviewer},

Your interview with ${candidate} starts soon.

When: ${momentOf(data)}
Where: ${data.link}

Sign in to open it. If it has not started yet, start it from the list of sessions.

You receive this e-mail because session reminders are on for your company. Its owner can turn them off in the settings.
`,
  };
}

/** Composes the e-mail to an interviewer that a candidate cannot make it; answers reach the candidate. */
export function candidateDeclined(data: MailDataWithLink & { decline_note: string | null }): Email {
  const { interviewer, candidate } = namesIn(data);
  const note = data.decline_note === null ? '' : `\nThey wrote:\n\n${quoted(withoutLinks(data.decline_note))}\n`;
  return {
    to: data.interviewer_email,
    ...(data.candidate_email !== null && { replyTo: data.candidate_email }),
    subject: `${candidate} can’t make the interview`,
    text: `Hello ${interviewer},

Someone with the link of your interview with ${candidate} has said that they can’t make it:

${momentOf(data)}
${note}
Reschedule or cancel it here: ${data.link}
`,
  };
}

const quoted = (text: string) => text.replaceAll(/^/gm, '> ');

/** Composes the e-mail to an interviewer that a candidate waits for their interview. */
export function candidateWaiting(data: Omit<MailDataWithLink, 'scheduled_at'>): Email {
  const { interviewer, candidate } = namesIn(data);
  return {
    to: data.interviewer_email,
    subject: `${candidate} is waiting for you`,
    text: `Hello ${interviewer},

${candidate} has been waiting in your interview room for three minutes, and no interviewer is there.

Open the room and let them in: ${data.link}

You receive one such e-mail for each interview.
`,
  };
}

/** Returns the address, the answers' address and the calendar part of an e-mail to a candidate. */
function candidateParts(data: InterviewMailData & { link: string | null }) {
  const { interviewer, candidate } = namesIn(data);
  const to = data.candidate_email ?? '';
  const replyTo = data.interviewer_email;
  const event = candidateEvent(data);
  const text = calendarInvitation(event, { name: interviewer, email: replyTo }, { name: candidate, email: to });
  return { to, replyTo, calendar: { method: event.isCancelled ? 'CANCEL' : 'REQUEST', text } as const };
}

/** Returns an interview as its candidate's calendar shows it; if there is no link, it is cancelled. */
export function candidateEvent(data: InterviewMailData & { link: string | null }): CalendarInterview {
  return eventOf(data, `Interview with ${namesIn(data).company}`);
}

/** Returns an interview as its interviewers' calendars show it; if there is no link, it is cancelled. */
export function interviewerEvent(data: InterviewMailData & { link: string | null }): CalendarInterview {
  return eventOf(data, `Interview with ${namesIn(data).candidate}`);
}

function eventOf(data: InterviewMailData & { link: string | null }, title: string): CalendarInterview {
  const { id, plan_revision, plan_changed_at, scheduled_at, minutes, link } = data;
  const description = link === null ? 'This interview is cancelled.' : planOf({ ...data, link });
  const facts = { id, plan_revision, plan_changed_at, scheduled_at, minutes };
  return { ...facts, title, description, link, isCancelled: link === null };
}

/** Returns the names in the data of an e-mail, none of which becomes a link. */
export function namesIn({
  company_name,
  interviewer_name,
  candidate_name,
}: Pick<InterviewMailData, 'company_name' | 'interviewer_name' | 'candidate_name'>) {
  return {
    company: withoutLinks(company_name),
    interviewer: withoutLinks(interviewer_name),
    candidate: withoutLinks(candidate_name ?? 'the candidate'),
  };
}

/** Returns an interview as its e-mails describe it. */
function plannedOf(data: MailDataWithLink) {
  const { company, interviewer, candidate } = namesIn(data);
  const interviewers: [string, ...string[]] = [
    interviewer,
    ...data.other_interviewers.map((name) => withoutLinks(name)),
  ];
  const { scheduled_at: scheduledAt, time_zone: timeZone, minutes, link, call_link: callLink } = data;
  return { company, interviewers, candidate, scheduledAt, timeZone, minutes, link, callLink };
}

/** Returns the lines that say when, where and with whom an interview takes place. */
export const planOf = (data: MailDataWithLink): string => planText(plannedOf(data));

/** Returns the planned time of an interview in words. */
export const momentOf = ({ scheduled_at, time_zone }: Pick<InterviewMailData, 'scheduled_at' | 'time_zone'>): string =>
  momentText(scheduled_at, time_zone);
