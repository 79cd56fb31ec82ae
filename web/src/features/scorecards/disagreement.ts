import type { Criterion, Grade, SubmittedCard } from '@cip/contracts/scorecards/scorecards';
import { ratingOf } from './card-edits.ts';

/**
 * Returns the distance between the highest and the lowest grade of a criterion; 0 if there are fewer than two grades.
 */
export function spreadOf(criterion: string, cards: SubmittedCard[]): number {
  const grades = cards.map(({ content }) => ratingOf(content, criterion).grade).filter(isNumber);
  return grades.length < 2 ? 0 : Math.max(...grades) - Math.min(...grades);
}

const isNumber = (grade: Grade | null): grade is 1 | 2 | 3 | 4 => typeof grade === 'number';

/** Returns whether some recommend the candidate and others do not. */
export function isSplit(cards: SubmittedCard[]): boolean {
  const sides = cards.flatMap(({ content: { overall } }) => (overall === null ? [] : [overall.endsWith('yes')]));
  return new Set(sides).size > 1;
}

/** Returns the criteria with the widest difference first; equal ones in their own order. */
export function byDisagreement(criteria: Criterion[], cards: SubmittedCard[]): Criterion[] {
  return criteria.toSorted((one, other) => spreadOf(other.id, cards) - spreadOf(one.id, cards));
}
