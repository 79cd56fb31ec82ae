import type { Email } from '../../platform/mail/mailer.ts';
import { withoutLinks } from '../../platform/http/names.ts';

/** What the e-mails about an interview tell. */
interface Facts {
  company_name: string;
  interviewer_name: string;
  interviewer_email: string;
  candidate_name: string | null;
  candidate_email: string | null;
  scheduled_at: string;
  time_zone: string | null;
}

/** The same with the address where the reader takes part. */
interface FactsWithLink extends Facts {
  link: string;
}

/** Invites the candidate. */
export function invitation(facts: FactsWithLink): Email {
  const { company, interviewer, candidate } = namesIn(facts);
  // An owner's account is named as the company is.
  const by = interviewer === company ? company : `${interviewer} of ${company}`;
  return {
    to: facts.candidate_email ?? '',
    subject: `Your interview with ${company}`,
    text: `Hello ${candidate},

${by} has planned a live coding interview with you.

When: ${momentText(facts)}
Where: ${facts.link}

At that time, open the link in a browser and type your name; nothing has to be installed. Please keep the link to
yourself: whoever has it can join.

If you do not know what this is about, nothing has to be done.
`,
  };
}

/** Tells the candidate that there will be no interview. */
export function cancellation(facts: Facts): Email {
  const { company, candidate } = namesIn(facts);
  return {
    to: facts.candidate_email ?? '',
    subject: `Your interview with ${company} is cancelled`,
    text: `Hello ${candidate},

the live coding interview with ${company} that was planned for

${momentText(facts)}

will not take place. Its link does not work any more. If another time is agreed upon, you get another link.
`,
  };
}

/** Reminds the interviewer. */
export function reminder(facts: FactsWithLink): Email {
  const { interviewer, candidate } = namesIn(facts);
  return {
    to: facts.interviewer_email,
    subject: `Soon: your interview with ${candidate}`,
    text: `Hello ${interviewer},

your interview with ${candidate} begins soon.

When: ${momentText(facts)}
Where: ${facts.link}

Sign in to open it. If it has not started yet, start it from your list of sessions.

You get this because session reminders are on for your company; its owner can switch them off in the settings.
`,
  };
}

function namesIn({ company_name, interviewer_name, candidate_name }: Facts) {
  return {
    company: withoutLinks(company_name),
    interviewer: withoutLinks(interviewer_name),
    candidate: withoutLinks(candidate_name ?? 'the candidate'),
  };
}

// Such as 'Monday, December 1, 2031 at 10:00 AM GMT+1 (Europe/Berlin)'.
function momentText({ scheduled_at, time_zone }: Facts): string {
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
  // Before AM and PM there is a narrow no-break space, which not every mail program shows.
  const plain = text.replaceAll('\u202f', ' ');
  return time_zone === null ? plain : `${plain} (${timeZone.replaceAll('_', ' ')})`;
}
