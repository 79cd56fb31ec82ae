import type { Interview } from '@cip/contracts/interviews/interviews';
import { startOf } from '../interview-text.ts';

const RANK = { active: 0, scheduled: 1, completed: 2, cancelled: 2 };

/**
 * Returns interviews in the order of work: live ones, then planned ones from the next on, then past ones from the last.
 */
export function inOrderOfWork(interviews: readonly Interview[]): Interview[] {
  return interviews.toSorted((one, other) => RANK[one.status] - RANK[other.status] || byStart(one, other));
}

/** Compares the starts of two interviews of one rank: the soonest plan first, else the latest start. */
function byStart(one: Interview, other: Interview): number {
  // As text, because both are ISO 8601 in UTC.
  const [start, otherStart] = [startOf(one) ?? '', startOf(other) ?? ''];
  if (start === otherStart) return 0;
  return start < otherStart === (one.status === 'scheduled') ? -1 : 1;
}
