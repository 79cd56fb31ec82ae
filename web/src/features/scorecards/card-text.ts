import type { InterviewCards } from '@cip/contracts/scorecards/scorecards';
import type { Decision, Grade, Overall } from '@cip/contracts/scorecards/card-content';
import { formatDateTime } from '../../shared/format.ts';

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

/** Returns a decision with its author and its time, without the reason. */
export function decisionText(made: NonNullable<InterviewCards['decision']>): string {
  return `${DECISION_LABELS[made.decision]}, by ${made.decided_by}, ${formatDateTime(made.decided_at)}`;
}
