export interface Section {
  heading: string;
  paragraphs: string[];
}

/** Says what the product does (docs/SECURITY.md, docs/decisions/0011) and nothing beyond it. */
export const PRIVACY: Section[] = [
  {
    heading: 'What is kept',
    paragraphs: [
      'We keep what an interview needs: the company account, its interviewers, the names candidates give, and the code with its edits. The interviewer may add a candidate’s e-mail address and notes.',
      'Camera, microphone and screen are never recorded. Passwords are kept in a form that cannot be read back.',
      'Of each sign-in we keep the kind of device, a shortened network address and when it was last used, so that everybody can see their own sign-ins and end them.',
    ],
  },
  {
    heading: 'Who sees it',
    paragraphs: [
      'The code is seen by those who are in the room, and afterwards by the company that held the interview. Notes are seen by the company alone. Whoever has the link of a running interview can join it, so it belongs in the candidate’s hands only.',
      'Nothing is loaded from other sites, and there is no tracking. Where a plan is paid by card, the payment is made at Stripe; card numbers never reach us.',
    ],
  },
  {
    heading: 'On your device',
    paragraphs: [
      'The browser keeps the sign-in, editor settings, and what is typed without a connection until it has been sent. Signing out removes what it keeps of the company.',
      'The only cookie makes the device known to its next sign-in. It opens nothing, and scripts and other sites never see it.',
    ],
  },
  {
    heading: 'For how long',
    paragraphs: [
      'Finished interviews are kept until the company deletes them, or for the time it sets in Settings. The log of who did what in a company goes back one year.',
    ],
  },
  {
    heading: 'Taking it along, and deleting it',
    paragraphs: [
      'The owner of a company can export everything held about it, and delete the company, in Settings. A candidate can download the code when the interview ends; for anything else, ask the company, which decides about its interviews.',
      'Deleting an interview deletes its code with it, at once and for good. What stays is that one was started, for the plan’s limit a month, and backups, until they are replaced.',
    ],
  },
];

export const TERMS: Section[] = [
  {
    heading: 'Plans and payment',
    paragraphs: [
      'A plan is billed per month or per year, as its card says. It sets how many interviews run at once and in a month, and how many interviewers there are.',
      'You can change the plan at any time. A larger one is there at once, and you pay the difference for the rest of the period; a smaller one, or none, follows when the paid period ends.',
      'An interview that is running is never cut off by billing.',
    ],
  },
  {
    heading: 'Your account',
    paragraphs: [
      'The owner decides who interviews for the company, and answers for what is done with its accounts. Keep passwords to yourself; owners can add a second step to their sign-in.',
      'Share the link of an interview with the candidate it is for. Anybody who should not be there can be removed.',
    ],
  },
  {
    heading: 'Your interviews',
    paragraphs: [
      'Code, notes and names stay yours. We use them to hold your interviews and to show them to you, and for nothing else. The page behind the link tells candidates what is shared and what is kept.',
    ],
  },
  {
    heading: 'The end',
    paragraphs: [
      'You can delete the company at any time. Running interviews and a paid plan end then, without a refund, and everything in the company goes. Export your data first if you may need it.',
    ],
  },
];
