import type { Email } from '../../platform/mail/mailer.ts';
import { withoutLinks } from '../../platform/http/names.ts';

/** The data of the e-mails about an interview. */
interface InterviewMailData {
  company_name: string;
  interviewer_name: string;
  interviewer_email: string;
  candidate_name: string | null;
  candidate_email: string | null;
  scheduled_at: string;
  time_zone: string | null;
}

/** The same with the address that the recipient opens. */
interface MailDataWithLink extends InterviewMailData {
  link: string;
}

/** Composes the invitation of a candidate. */
export function invitation(data: MailDataWithLink): Email {
  const { company, interviewer, candidate } = namesIn(data);
  // The owner's account carries the company's name.
  const by = interviewer === company ? company : `${interviewer} of ${company}`;
  return {
    to: data.candidate_email ?? '',
    subject: `Your interview with ${company}`,
    text: `Hello ${candidate},

${by} has planned a live coding interview with you.

When: ${formatMoment(data)}
Where: ${data.link}

At that time, open the link in a browser and enter your name. You do not need to install anything. Please keep the
link to yourself: anyone who has it can join.

If you did not expect this e-mail, you can ignore it.
`,
  };
}

/** Composes the cancellation for a candidate. */
export function cancellation(data: InterviewMailData): Email {
  const { company, candidate } = namesIn(data);
  return {
    to: data.candidate_email ?? '',
    subject: `Your interview with ${company} is cancelled`,
    text: `Hello ${candidate},

Your live coding interview with ${company} is cancelled. It was planned for:

${formatMoment(data)}

Its link no longer works. If you agree on another time, you will get a new link.
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

When: ${formatMoment(data)}
Where: ${data.link}

Sign in to open it. If it has not started yet, start it from the list of sessions.

You receive this e-mail because session reminders are on for your company. Its owner can turn them off in the settings.
`,
  };
}

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

function namesIn({ company_name, interviewer_name, candidate_name }: Omit<InterviewMailData, 'scheduled_at'>) {
  return {
    company: withoutLinks(company_name),
    interviewer: withoutLinks(interviewer_name),
    candidate: withoutLinks(candidate_name ?? 'the candidate'),
  };
}

/** Returns a moment such as 'Monday, December 1, 2031 at 10:00 AM GMT+1 (Europe/Berlin)'. */
function formatMoment({ scheduled_at, time_zone }: InterviewMailData): string {
  const timeZone = time_zone ?? 'UTC';
  const text = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: time_zone === null ? 'short' : 'shortOffset',
  }).format(new Date(scheduled_at));
  // Not every e-mail program shows the narrow no-break space before AM and PM.
  const plain = text.replaceAll('\u202f', ' ');
  return time_zone === null ? plain : `${plain} (${timeZone.replaceAll('_', ' ')})`;
}
