import type { Grade, SubmittedCard } from '@cip/contracts/scorecards';
import { expect, test } from 'vitest';
import { byDisagreement } from './disagreement.ts';

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

test('puts the widest difference first, and leaves equal ones in their order', () => {
  const cards = [aCard({ understanding: 3, code: 4, testing: 2 }), aCard({ understanding: 3, code: 1, testing: 2 })];

  expect(byDisagreement(criteria, cards).map(({ id }) => id)).toEqual(['code', 'understanding', 'testing']);
});

test('compares grades only', () => {
  const cards = [aCard({ understanding: 'not_seen', testing: 2 }), aCard({ understanding: 4, testing: 3 })];

  expect(byDisagreement(criteria, cards).map(({ id }) => id)).toEqual(['testing', 'understanding', 'code']);
});
