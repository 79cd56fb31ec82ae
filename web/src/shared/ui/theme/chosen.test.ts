import { expect, test } from 'vitest';
import { below, STATE_CONTRAST } from '../../../testing/contrast.ts';
import type { Rgb } from '../../../testing/contrast.ts';
import { colorsOf } from '../../../testing/scheme-colors.ts';

const sheets = Object.entries(
  import.meta.glob<string>('../../../**/*.css', { eager: true, import: 'default', query: '?raw' }),
);

test.each([
  ['ChoiceField.module.css', '.choice:has(:checked)'],
  ['StatusFilter.module.css', '.choice[aria-current]'],
  ['transport.module.css', '.speeds label:has(:checked)'],
  ['rooms.module.css', '.mode:has(:checked)'],
  ['MainNav.module.css', '.link[aria-current]'],
])('%s marks the chosen one by a line of 3:1 on every ground', (sheet, selector) => {
  const [, css = ''] = sheets.find(([path]) => path.endsWith(`/${sheet}`)) ?? [];
  const [, rule = ''] = css.split(`\n${selector} {`);
  const line = /^[^}]*box-shadow: inset [^;]*var\((--[a-z-]+)\)/.exec(rule)?.[1] ?? 'no line';
  for (const scheme of ['light', 'dark'] as const) {
    const color = colorsOf(scheme);
    const pairs = ['--paper', '--sheet', '--wash'].map((ground): [string, Rgb, Rgb] => [
      `${scheme}, ${ground}`,
      color(line),
      color(ground),
    ]);
    expect(below(STATE_CONTRAST, pairs)).toEqual([]);
  }
});
