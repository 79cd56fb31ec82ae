import type { SubmittedCard } from '@cip/contracts/scorecards/scorecards';
import type { Criterion, Grade } from '@cip/contracts/scorecards/card-content';
import { ratingOf } from '../card/card-edits.ts';
import { gradeText, OVERALL_LABELS, OVERALL_ORDER } from '../card-text.ts';

/** One person's judgement of a criterion, or overall. */
export interface Mark {
  card: SubmittedCard;
  /** From 1 to 4; 0 without a grade. */
  bars: number;
  text: string;
  evidence: string;
}

/** A criterion with everybody's marks. */
export interface ComparedRow {
  id: string;
  name: string;
  marks: Mark[];
  /** Distance between the highest and the lowest grade; 0 if there are fewer than two. */
  apart: number;
}

/**
 * Returns the overall recommendations, then the criteria with the widest difference first; equal ones in their order.
 */
export function comparedRows(criteria: Criterion[], cards: SubmittedCard[]): ComparedRow[] {
  const rows = criteria.map(({ id, name }) =>
    rowOf(
      id,
      name,
      cards.map((card) => gradeMark(card, id)),
    ),
  );
  const overall = rowOf('overall', 'Overall', cards.map(overallMark));
  return [overall, ...rows.toSorted((one, other) => other.apart - one.apart)];
}

function rowOf(id: string, name: string, marks: Mark[]): ComparedRow {
  const grades = marks.map(({ bars }) => bars).filter((bars) => bars > 0);
  return { id, name, marks, apart: grades.length < 2 ? 0 : Math.max(...grades) - Math.min(...grades) };
}

function gradeMark(card: SubmittedCard, criterion: string): Mark {
  const { grade, evidence } = ratingOf(card.content, criterion);
  return { card, bars: barsOf(grade), text: gradeText(grade), evidence };
}

const barsOf = (grade: Grade | null) => (typeof grade === 'number' ? grade : 0);

function overallMark(card: SubmittedCard): Mark {
  const { overall } = card.content;
  if (overall === null) return { card, bars: 0, text: 'None', evidence: '' };
  return { card, bars: OVERALL_ORDER.indexOf(overall) + 1, text: OVERALL_LABELS[overall], evidence: '' };
}

/** Returns whether some recommend the candidate and others do not. */
export function isSplit(cards: SubmittedCard[]): boolean {
  const sides = cards.flatMap(({ content: { overall } }) => (overall === null ? [] : [overall.endsWith('yes')]));
  return new Set(sides).size > 1;
}

/** Returns how far the marks of a row are apart, in words; empty if they agree. */
export function apartTexts({ id, apart, marks }: ComparedRow): string[] {
  if (apart === 0) return [];
  const split = id === 'overall' && isSplit(marks.map(({ card }) => card));
  return split ? [`${apart} apart`, 'Yes against no'] : [`${apart} apart`];
}
