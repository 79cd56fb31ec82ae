import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editsBetween } from './text-edits.ts';

function applied(text: string, edits: ReturnType<typeof editsBetween>): string {
  return edits.reduceRight(
    (all, { at, removed, inserted }) => all.slice(0, at) + inserted + all.slice(at + removed),
    text,
  );
}

test('changes white space and signs only where they differ', () => {
  expect(editsBetween('if(a){b( 1 )}', 'if (a) {\n  b(1);\n}')).toEqual([
    { at: 2, removed: 0, inserted: ' ' },
    { at: 5, removed: 0, inserted: ' ' },
    { at: 6, removed: 0, inserted: '\n  ' },
    { at: 8, removed: 1, inserted: '' },
    { at: 10, removed: 1, inserted: '' },
    { at: 12, removed: 0, inserted: ';\n' },
  ]);
  expect(editsBetween('a\n    b\n', 'a\n  b\n')).toEqual([{ at: 4, removed: 2, inserted: '' }]);
  expect(editsBetween('same', 'same')).toEqual([]);
});

test('changes a text at thousands of places as a whole', () => {
  const textOf = (sign: string, count: number) => `start\n${`a${sign}1\n`.repeat(count)}end\n`;
  const edits = editsBetween(textOf('=', 5_000), textOf(' = ', 5_000));
  expect(edits).toHaveLength(1);
  expect(applied(textOf('=', 5_000), edits)).toBe(textOf(' = ', 5_000));
  expect(edits[0]?.at).toBe('start\na'.length);
  expect(editsBetween(textOf('=', 1_000), textOf(' = ', 1_000)).length).toBeGreaterThan(1_000);
});

test('leads from every text to every other one', () => {
  const text = fc.array(fc.constantFrom('a', 'bc', ' ', '\n', '  ', '(', ')', ';', '"', 'é', '😀', '😁', '\t'), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [before, after] = [one.join(''), other.join('')];
      const edits = editsBetween(before, after);
      expect(applied(before, edits)).toBe(after);
      // An edit that divides a character would not reach others as it is.
      expect(edits.every(({ inserted }) => inserted.isWellFormed())).toBe(true);
    }),
  );
});
