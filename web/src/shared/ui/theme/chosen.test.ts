import { expect, test } from 'vitest';
import { below, STATE_CONTRAST } from '../../../testing/contrast.ts';
import type { Rgb } from '../../../testing/contrast.ts';
import { colorsOf } from '../../../testing/scheme-colors.ts';

const sheets = Object.entries(
  import.meta.glob<string>('../../../**/*.css', { eager: true, import: 'default', query: '?raw' }),
);

test.each([
  ['StatusFilter.module.css', '.choice[aria-current]'],
  ['segment.module.css', '.segment:is(:has(:checked), [aria-current])'],
  ['MainNav.module.css', '.link[aria-current]'],
  ['transport.module.css', ".people button[aria-pressed='true']"],
])('%s marks the chosen one by a line of 3:1 on every ground', (sheet, selector) => {
  const [, css = ''] = sheets.find(([path]) => path.endsWith(`/${sheet}`)) ?? [];
  const [, rule = ''] = css.split(`${selector} {`);
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

test.each(['ChoiceField', 'transport', 'rooms', 'criterion', 'NewInterviewDialog'])(
  '%s has the look of chosen segments',
  (name) => {
    const [, css = ''] = sheets.find(([path]) => path.endsWith(`/${name}.module.css`)) ?? [];
    expect(css).toMatch(/composes: segment from '[./a-z]*\/theme\/segment\.module\.css';/);
  },
);
