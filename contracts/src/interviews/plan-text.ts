/** A planned interview in words, for its e-mails and for the text that a planner copies if no e-mail is sent. */
export interface PlannedInterview {
  company: string;
  /** The leading interviewer first. */
  interviewers: [string, ...string[]];
  candidate: string;
  /** ISO 8601. */
  scheduledAt: string;
  /** The planner's time zone; null for UTC. */
  timeZone: string | null;
  minutes: number;
  link: string;
  callLink: string | null;
}

/** Names of time zones that browsers and Node still give, and the names that their people use (IANA, CLDR). */
const CURRENT_ZONES: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

const UTC = /^(UTC|GMT|Etc\/(UTC|GMT|UCT|Universal|Zulu))$/;

/** Returns the current name of a time zone: 'Asia/Kolkata' for 'Asia/Calcutta'. */
export const currentZone = (name: string): string => CURRENT_ZONES[name] ?? name;

/** Returns a moment such as 'Monday, December 1, 2031 at 10:00 AM GMT+1 (Europe/Berlin)'; in UTC if it is null. */
export function momentText(moment: string, timeZone: string | null): string {
  const zone = timeZone === null || UTC.test(timeZone) ? null : currentZone(timeZone);
  const text = new Intl.DateTimeFormat('en-US', {
    timeZone: timeZone ?? 'UTC',
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: zone === null ? 'short' : 'shortOffset',
  }).format(new Date(moment));
  // Not every e-mail program shows the narrow no-break space before AM and PM.
  const plain = text.replaceAll('\u202f', ' ');
  return zone === null ? plain : `${plain} (${zone.replaceAll('_', ' ')})`;
}

/** Returns the lines that say when, where and with whom an interview takes place. */
export function planText(plan: Omit<PlannedInterview, 'candidate'>): string {
  const { company, interviewers, scheduledAt, timeZone, minutes, link, callLink } = plan;
  const isInUtc = timeZone === null || UTC.test(timeZone);
  const isCompanyAlone = interviewers.length === 1 && interviewers[0] === company;
  return [
    `When: ${momentText(scheduledAt, timeZone)}`,
    ...(isInUtc ? [] : [`In UTC: ${momentText(scheduledAt, null)}`]),
    `Length: ${minutes} minutes`,
    `Where: ${link}`,
    ...(callLink === null ? [] : [`Call: ${callLink}`]),
    ...(isCompanyAlone ? [] : [`With: ${interviewers.join(', ')} of ${company}`]),
  ].join('\n');
}

/** Returns the planner of an interview: a person of a company, or the company, whose name its owner's account has. */
export const plannerText = (company: string, person: string) =>
  person === company ? company : `${person} of ${company}`;

/** Returns the invitation of a candidate. */
export function invitationText(plan: PlannedInterview): string {
  return `Hello ${plan.candidate},

${plannerText(plan.company, plan.interviewers[0])} has scheduled a live coding interview with you.

${planText(plan)}

At that time, open the link in a browser and enter your name. You do not need to install anything. Please keep the
link to yourself: anyone who has it can join.
`;
}
