import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundedDiff, newDiffBudget, type DiffStep } from './bounded-diff.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '\n', '😀'), maxLength: 60 });
const without = (steps: DiffStep[] | null, kind: DiffStep['kind']) =>
  (steps ?? []).flatMap((step) => (step.kind === kind ? [] : step.text)).join('');
const changed = (steps: DiffStep[] | null) => (steps ?? []).filter(({ kind }) => kind !== 'equal').length;

test('turns one text into the other', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const steps = boundedDiff(before, after, newDiffBudget());
      expect(without(steps, 'insert')).toBe(before);
      expect(without(steps, 'delete')).toBe(after);
    }),
    { numRuns: 1_000 },
  );
});

test('returns a shortest edit script', () => {
  // The length of the longest common subsequence, by the textbook.
  const common = (a: string[], b: string[]) => {
    let row = Array.from({ length: b.length + 1 }, () => 0);
    for (const x of a) {
      const next = [0];
      for (const [j, y] of b.entries())
        next.push(x === y ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
      row = next;
    }
    return row.at(-1) ?? 0;
  };
  fc.assert(
    fc.property(text, text, (before, after) => {
      const [a, b] = [[...before], [...after]];
      expect(changed(boundedDiff(before, after, newDiffBudget()))).toBe(a.length + b.length - 2 * common(a, b));
    }),
  );
});

test('finds a few changes in a long text, wherever they are', () => {
  const lines = Array.from({ length: 700 }, (_, line) => `line ${line} of a program\n`).join('');
  const after = `${lines.replace('line 3 ', 'line three ').replace('line 650 ', 'row 650 ')}`;
  const steps = boundedDiff(lines, after, newDiffBudget());
  expect(without(steps, 'delete')).toBe(after);
  expect(changed(steps)).toBeLessThan(20);
});

test('returns null for texts that differ too much, within the budget', () => {
  const random = (seed: number) =>
    Array.from({ length: 2_000 }, (_, at) => String.fromCodePoint(97 + ((at * seed) % 23)));
  const budget = newDiffBudget();
  expect(boundedDiff(random(7).join(''), random(11).join(''), budget)).toBeNull();
  expect(boundedDiff('a'.repeat(15_000), 'ab'.repeat(7_500), budget)).toBeNull();
  expect(budget.left).toBeGreaterThan(-15_000);
  expect(boundedDiff('a', 'b'.repeat(50_000), newDiffBudget())).toBeNull();
});
