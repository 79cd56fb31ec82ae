import { NOTICE_URL } from '../../features/runs/sandbox/run-notice.ts';

export interface Section {
  heading: string;
  paragraphs: string[];
  /** A file behind the paragraphs. */
  link?: { label: string; href: string };
}

/** States the facts of the product (docs/SECURITY.md, docs/decisions/0011) and nothing beyond them. */
export const PRIVACY: Section[] = [
  {
    heading: 'What we keep',
    paragraphs: [
      'We keep what an interview needs: the company account, its interviewers, the names candidates give, the code with its edits, and what happens in the room: who joins and leaves, changes of the language, and runs with their input and output. The interviewer may add a candidate’s email address and notes.',
      'Camera, microphone and screen are never recorded. Passwords are kept in a form that cannot be read back.',
      'For each sign-in we store the kind of device, a shortened network address and when it was last used, so that you can review your sign-ins and end them.',
    ],
  },
  {
    heading: 'Who sees it',
    paragraphs: [
      'Everyone in the room sees the code, and afterwards the company that held the interview. Only the company sees notes. Anyone with the link of a running interview can join it, so share it only with the candidate.',
      'Nothing is loaded from other sites, and there is no tracking. Where a plan is paid by card, the payment is made at Stripe; card numbers never reach us.',
    ],
  },
  {
    heading: 'On your device',
    paragraphs: [
      'The browser keeps your sign-in, editor settings, what you type offline until it is sent, and the code of a room for 12 hours or until its interview ends. Signing out removes the company’s data from it.',
      'Our only cookie recognizes your device the next time you sign in. It grants no access, and scripts and other sites never see it.',
    ],
  },
  {
    heading: 'For how long',
    paragraphs: [
      'Finished interviews, with everything recorded in them, are kept until the company deletes them, or for the time it sets in Settings; the page on which candidates join shows that time. A company’s activity log covers one year.',
    ],
  },
  {
    heading: 'Exporting and deleting',
    paragraphs: [
      'The owner of a company can export everything held about it, and delete the company, in Settings. A candidate can download the code when the interview ends; for anything else, ask the company, which decides about its interviews.',
      'Deleting an interview deletes its code right away and for good. We keep only the fact that it was started, for the plan’s monthly limit, and backups until they are replaced.',
    ],
  },
];

export const TERMS: Section[] = [
  {
    heading: 'Plans and payment',
    paragraphs: [
      'A plan is billed per month or per year, as its card says. It sets how many interviews can run at the same time and per month, and how many interviewers you can have.',
      'You can change the plan at any time. A larger plan starts right away, and you pay the difference for the rest of the period; a smaller plan, or none, starts when the paid period ends.',
      'Billing never interrupts a running interview.',
    ],
  },
  {
    heading: 'Your account',
    paragraphs: [
      'The owner decides who interviews for the company, and answers for what is done with its accounts. Do not share passwords; owners can add a second step to their sign-in.',
      'Share the link of an interview with the candidate it is for. You can remove anyone who should not be there.',
    ],
  },
  {
    heading: 'Your interviews',
    paragraphs: [
      'Code, notes and names stay yours. We use them to hold your interviews and to show them to you, and for nothing else. The page behind the link tells candidates what is shared and what is kept.',
    ],
  },
  {
    heading: 'Software in your browser',
    paragraphs: [
      'Python, PostgreSQL, SQLite, Ruby, PHP, Lua and the C++ compiler run in your browser under their own free licenses.',
    ],
    link: { label: 'Read these licenses', href: NOTICE_URL },
  },
  {
    heading: 'The end',
    paragraphs: [
      'You can delete the company at any time. Running interviews and a paid plan end then, without a refund, and all the company’s data is deleted. Export your data first if you may need it.',
    ],
  },
];
