import { expect, test } from 'vitest';
import { loopingHandlers } from './page-loops.ts';

test('finds the handlers of a page that may loop', () => {
  document.body.innerHTML =
    '<p onclick="while (true);"><b onkeyup="pour()" title="for tea" onfocus="for (;;);">tea</b></p><label for="a">a</label>';
  expect(loopingHandlers().map(({ name, value }) => [name, value])).toEqual([
    ['onclick', 'while (true);'],
    ['onfocus', 'for (;;);'],
  ]);
});
