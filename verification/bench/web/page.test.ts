import { expect, test } from 'vitest';
import { keyTargets, linkTargets, median, pageTargets, summaryLine, webPage } from './page.ts';

const audit = (performance: number) => ({
  scores: { performance, accessibility: 100, 'best-practices': 100, seo: 100 },
  metrics: {},
  short: [],
  benchmarkIndex: 1_500,
});

test('checks the median run, not the best one', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([])).toBeNaN();
  const targets = pageTargets('desktop', [audit(100), audit(98), audit(97)]);
  expect(targets.map(({ isMet }) => isMet)).toEqual([false, true, true, true]);
});

test('fails every target without a measurement', () => {
  expect([...pageTargets('mobile', []), ...linkTargets([]), ...keyTargets([])].some(({ isMet }) => isMet)).toBe(false);
});

test('warns on the page when the machine is too slow', () => {
  const machine = {
    cores: 2,
    cpu: 'x',
    memoryGb: 4,
    platform: 'x',
    node: '24',
    chromium: '1',
    loadBefore: 0,
    loadAfter: 0,
  };
  const page = (benchmarkIndex: number) => {
    const runs = [{ ...audit(90), benchmarkIndex }];
    return webPage([], { desktop: runs, mobile: runs }, [], [], machine);
  };
  expect(page(400)).toContain('index of this machine is 400, and below 1000 it warns');
  expect(page(1_600)).toContain('index of this machine is 1600. Link to typing');
});

test('lists every figure and the missed targets in the summary line', () => {
  const targets = [...pageTargets('desktop', [audit(98)]).slice(0, 2), ...linkTargets([{ cold: 2_900.4, warm: 900 }])];
  expect(summaryLine(targets)).toBe(
    'landing page, desktop, performance 98; landing page, desktop, accessibility 100; ' +
      'link to typing, new phone 2900; link to typing, known phone 900; MISSED: Landing page, desktop, performance',
  );
  expect(summaryLine(targets.slice(1))).not.toContain('MISSED');
});
