import type { Decision, Grade, Overall } from '@cip/contracts/scorecards/scorecards';

export const OVERALL_LABELS: Record<Overall, string> = {
  strong_no: 'Strong no',
  no: 'No',
  yes: 'Yes',
  strong_yes: 'Strong yes',
};
/** The recommendations from the worst to the best. */
export const OVERALL_ORDER: Overall[] = ['strong_no', 'no', 'yes', 'strong_yes'];

export const DECISION_LABELS: Record<Decision, string> = { advance: 'Advance', hold: 'Hold', decline: 'Decline' };

/** Returns a grade in a word or two. */
export function gradeText(grade: Grade | null): string {
  if (grade === null) return 'Not rated';
  return grade === 'not_seen' ? 'Not seen' : `${grade} of 4`;
}
