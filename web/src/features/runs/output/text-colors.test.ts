import { expect, test } from 'vitest';
import { below, TEXT_CONTRAST } from '../../../testing/contrast.ts';
import { colorsOf } from '../../../testing/scheme-colors.ts';
import css from '../panel/runs.module.css?raw';

const NAMES = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'];

test.each(['light', 'dark'] as const)('%s: colored output has the contrast of text', (scheme) => {
  const color = colorsOf(scheme);
  const pairs = NAMES.map((name) => {
    const token = new RegExp(String.raw`\.${name} \{\s*color: var\((--[\w-]+)\)`).exec(css)?.[1] ?? '';
    return [name, color(token), color('--paper')] as Parameters<typeof below>[1][number];
  });
  expect(below(TEXT_CONTRAST, pairs)).toEqual([]);
});
