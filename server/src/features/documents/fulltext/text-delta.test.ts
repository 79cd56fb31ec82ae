import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyDelta, Delta, textDelta } from './text-delta.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀', '🎉', 'é'), maxLength: 60 });

test('returns an edit that turns one text into the other', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(applyDelta(before, textDelta(before, after))).toBe(after);
    }),
  );
});

test('never splits a surrogate pair', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const inserted = textDelta(before, after).ops.flatMap(({ insert }) => (typeof insert === 'string' ? insert : []));
      expect(inserted.filter((part) => !part.isWellFormed())).toEqual([]);
    }),
  );
});

test('replaces a text of full size without diffing all of it', () => {
  const before = 'x'.repeat(200_000);
  const after = `y${'z'.repeat(199_998)}y`;
  expect(textDelta(before, after)).toEqual(new Delta().insert(after).delete(200_000));
});
