import { expect, test } from 'vitest';
import { unsentLines } from './unsent-lines.ts';

test.each([
  [[], ''],
  [[{ name: 'Cy', line: 4, root: 'code' }], 'Cy’s line 4'],
  [
    [
      { name: 'Cy', line: 4, root: 'code' },
      { name: 'Eve', line: 2, root: 'code2' },
      { name: 'Ada', line: 9, root: 'code' },
    ],
    'Cy’s line 4 and Ada’s line 9',
  ],
])('names the lines that peers have not sent: %j', (typing, words) => {
  expect(unsentLines({ typing: () => typing })).toBe(words);
});
