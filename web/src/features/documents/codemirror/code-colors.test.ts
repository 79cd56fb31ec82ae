import { expect, test } from 'vitest';
import { SELECTION_WASH_PERCENT } from '../sync/cursors/peer-colors.ts';
import { below, mix, TEXT_CONTRAST, type Rgb } from '../../../testing/contrast.ts';
import { colorsOf } from '../../../testing/scheme-colors.ts';
import css from './colored-code.css?raw';

test.each(['light', 'dark'] as const)('%s: shown code is readable, also where the last edit is marked', (scheme) => {
  const color = colorsOf(scheme);
  const inks = ['--ink', ...[...css.matchAll(/color: var\((--[\w-]+)\)/g)].map(([, name = '']) => name)];
  expect(inks.length).toBeGreaterThan(4);
  const sheet = color('--sheet');
  const marked = [1, 2, 3, 4, 5, 6, 7, 8].map((hue) =>
    mix(color(`--caret-${hue}`), SELECTION_WASH_PERCENT / 100, sheet),
  );
  const pairs = [sheet, color('--wash'), ...marked].flatMap((ground, index) =>
    inks.map((ink): [string, Rgb, Rgb] => [`${ink} on ground ${index}`, color(ink), ground]),
  );
  expect(below(TEXT_CONTRAST, pairs)).toEqual([]);
});
