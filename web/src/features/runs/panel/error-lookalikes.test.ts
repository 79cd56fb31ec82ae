import { expect, test } from 'vitest';
import { threadTime } from '../../../testing/thread-time.ts';
import { errorLookalikes } from './error-lookalikes.ts';

const program = 'a = 1\nb = “x”\n\nc\u00a0= “y” + “z”';

test.each([
  [4, 'Line 4: a no-break space (U+00A0), 2 curly quotes “ (U+201C) and 2 curly quotes ” (U+201D), '],
  [2, 'Line 2: a curly quote “ (U+201C) and a curly quote ” (U+201D), '],
  [null, 'Line 2: a curly quote'],
])('names those of line %s, or else of the first line that has some', (line, words) => {
  expect(errorLookalikes({ text: program, language: 'python', line })).toEqual({
    sentence: expect.stringContaining(words),
    count: 7,
  });
});

test.each([1, 3, 5, 99])('names none of line %i, which has none', (line) => {
  expect(errorLookalikes({ text: program, language: 'python', line })).toBeNull();
});

test('reads a text of nothing else in linear time', () => {
  const text = '\u00a0\n'.repeat(50_000);
  const started = threadTime();
  expect(errorLookalikes({ text, language: 'python', line: 900 })?.sentence).toMatch(/^Line 900: a no-break space/);
  expect(threadTime() - started).toBeLessThan(1_000);
});
