import type { GivenRole } from '@cip/contracts/accounts/roles';

/** The roles that people are given, each in one sentence. */
export const ROLE_CHOICES: { value: GivenRole; label: string; text: string }[] = [
  {
    value: 'interviewer',
    label: 'Interviewer',
    text: 'Schedules and runs interviews, writes scorecards and uses the questions.',
  },
  {
    value: 'coordinator',
    label: 'Coordinator',
    text: 'Schedules, moves and cancels interviews and sees the decision, but no code, notes, scorecards or rooms.',
  },
  {
    value: 'admin',
    label: 'Admin',
    text: 'Interviews, and manages people and settings; the plan, API keys and webhooks stay with the company account.',
  },
];
