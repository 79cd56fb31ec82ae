import type { SubmittedCard } from '@cip/contracts/scorecards/scorecards';
import type { Grade } from '@cip/contracts/scorecards/card-content';
import { expect, test } from 'vitest';
import { apartTexts, comparedRows, isSplit } from './disagreement.ts';

const criteria = ['understanding', 'code', 'testing'].map((id) => ({ id, name: id, meanings: ['', '', '', ''] }));

function aCard(grades: Record<string, Grade>): SubmittedCard {
  const ratings = Object.entries(grades).map(([criterion, grade]) => ({ criterion, grade, evidence: '' }));
  return {
    id: 'card',
    author_name: 'Ines',
    is_own: false,
    from_playback: false,
    submitted_at: '2026-11-24T10:00:00.000Z',
    changed_at: null,
    content: { notes: [], ratings, overall: 'yes', summary: '' },
    first_content: null,
  };
}

test('puts the widest difference first, and equal ones in their order', () => {
  const cards = [aCard({ understanding: 3, code: 4, testing: 2 }), aCard({ understanding: 3, code: 1, testing: 2 })];

  expect(comparedRows(criteria, cards).map(({ id }) => id)).toEqual(['overall', 'code', 'understanding', 'testing']);
});

test.each([
  ['yes', 'no', true],
  ['strong_yes', 'strong_no', true],
  ['yes', 'strong_yes', false],
  ['no', 'strong_no', false],
  ['no', null, false],
] as const)('tells whether %s and %s are a split', (one, other, expected) => {
  const cards = [one, other].map((overall) => ({ ...aCard({}), content: { ...aCard({}).content, overall } }));
  expect(isSplit(cards)).toBe(expected);
});

test('compares grades only, whatever else a card has', () => {
  const cards = [aCard({ understanding: 'not_seen', testing: 2 }), aCard({ understanding: 4, testing: 3 })];

  expect(comparedRows(criteria, cards).map(({ id }) => id)).toEqual(['overall', 'testing', 'understanding', 'code']);
});

test('tells how far grades and recommendations are apart', () => {
  const [strongYes, yes, no] = (['strong_yes', 'yes', 'no'] as const).map((overall) => {
    const card = aCard({ code: overall === 'no' ? 1 : 4 });
    return { ...card, content: { ...card.content, overall } };
  }) as [SubmittedCard, SubmittedCard, SubmittedCard];
  const texts = (...cards: SubmittedCard[]) => comparedRows(criteria, cards).slice(0, 2).map(apartTexts);

  expect(texts(strongYes, no)).toEqual([['2 apart', 'Yes against no'], ['3 apart']]);
  expect(texts(strongYes, yes)).toEqual([['1 apart'], []]);
});
