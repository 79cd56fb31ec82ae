import { expect, test } from 'vitest';
import { linkTargets, median, pageTargets } from './page.ts';

const audit = (performance: number) => ({
  scores: { performance, accessibility: 100, 'best-practices': 100, seo: 100 },
  metrics: {},
  short: [],
});

test('the middle run counts, not the best', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([])).toBeNaN();
  const targets = pageTargets('desktop', [audit(100), audit(98), audit(97)]);
  expect(targets.map(({ isMet }) => isMet)).toEqual([false, true, true, true]);
});

test('nothing measured is nothing held', () => {
  expect([...pageTargets('mobile', []), ...linkTargets([])].some(({ isMet }) => isMet)).toBe(false);
});
