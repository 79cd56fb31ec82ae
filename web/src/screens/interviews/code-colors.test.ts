import { expect, test } from 'vitest';
import editorCss from '../../features/documents/editor/editor.css?raw';
import { SELECTION_WASH_PERCENT } from '../../features/documents/sync/cursors/peer-colors.ts';
import tokens from '../../shared/ui/theme/tokens.css?raw';
import { below, mix, rgb, TEXT_CONTRAST, type Rgb } from '../../testing/contrast.ts';
import css from './colored-code.css?raw';

/** Returns the custom properties of a color scheme that are colors. */
function colorsOf(scheme: 'light' | 'dark'): Map<string, Rgb> {
  const blocks = [...`${tokens}\n${editorCss}`.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, selector]) =>
    selector?.includes(`[data-joy-color-scheme='${scheme}']`),
  );
  const found = blocks.flatMap(([, , body]) => [...(body ?? '').matchAll(/(--[\w-]+): (#[0-9a-f]{6})/g)]);
  return new Map(found.map(([, name = '', hex = '']) => [name, rgb(hex)]));
}

test.each(['light', 'dark'] as const)('%s: shown code is readable, also where the last edit is marked', (scheme) => {
  const colors = colorsOf(scheme);
  const color = (name: string): Rgb => {
    const found = colors.get(name);
    if (!found) throw new Error(`${name} is no color of the ${scheme} scheme`);
    return found;
  };
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
