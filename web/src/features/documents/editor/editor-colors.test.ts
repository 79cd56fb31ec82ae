import { expect, test } from 'vitest';
import { below, contrast, mix, rgb, TEXT_CONTRAST as TEXT, type Rgb } from '../../../testing/contrast.ts';
import tokens from '../../../shared/ui/theme/tokens.css?raw';
import own from './editor.css?raw';
import { SURFACE_COLORS, SYNTAX_COLORS } from './editor-colors.ts';
import type { EditorTheme } from './languages/editor-pane.ts';
import { SELECTION_WASH_PERCENT } from '../sync/cursors/peer-colors.ts';

const css = `${tokens}${own}`;
const THEMES: EditorTheme[] = ['dark', 'light'];

/** Returns the value of a custom property in an editor theme. */
function property(theme: EditorTheme, name: string): Rgb {
  const blocks = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, selector]) =>
    selector?.includes(`[data-editor-theme='${theme}']`),
  );
  const found = blocks.flatMap(([, , body]) => body?.match(new RegExp(`${name}: (#[0-9a-f]{6})`))?.[1] ?? []);
  expect(found, `${name} in the ${theme} theme`).toHaveLength(1);
  return rgb(found[0] ?? '');
}

const HUES = [1, 2, 3, 4, 5, 6, 7, 8];
const colorOf = (theme: EditorTheme, hue: number) => property(theme, `--caret-${hue}`);

test('computes the contrast ratio of WCAG', () => {
  expect(contrast(rgb('#000000'), rgb('#ffffff'))).toBeCloseTo(21);
  expect(contrast(rgb('#777777'), rgb('#ffffff'))).toBeCloseTo(4.48, 2);
});

for (const theme of THEMES) {
  const ground = SURFACE_COLORS[theme];
  const inks = Object.entries({ ...SYNTAX_COLORS[theme], plain: ground.ink });

  test(`keeps code, comments and line numbers readable in the ${theme} theme`, () => {
    expect(property(theme, '--code-paper')).toEqual(rgb(ground.paper));
    expect(property(theme, '--code-ink')).toEqual(rgb(ground.ink));
    const grounds = [ground.paper, ground.selection];
    expect(
      below(TEXT, [
        ...grounds.flatMap((on) =>
          inks.map(([name, ink]) => [`${name} on ${on}`, rgb(ink), rgb(on)] as [string, Rgb, Rgb]),
        ),
        ['line numbers', rgb(ground.lineNumber), rgb(ground.paper)],
      ]),
    ).toEqual([]);
  });

  test(`keeps the colours of eight participants visible in the ${theme} theme`, () => {
    const paper = rgb(ground.paper);
    const label = property(theme, '--caret-ink');
    expect(
      below(
        TEXT,
        HUES.map((hue) => [`name ${hue}`, label, colorOf(theme, hue)]),
      ),
    ).toEqual([]);
    expect(
      below(
        TEXT,
        HUES.map((hue) => [`caret ${hue}`, colorOf(theme, hue), paper]),
      ),
    ).toEqual([]);
    const wash = (hue: number) => mix(colorOf(theme, hue), SELECTION_WASH_PERCENT / 100, paper);
    const selected = HUES.flatMap((hue) =>
      inks.map(([name, ink]) => [`${name} in selection ${hue}`, rgb(ink), wash(hue)] as [string, Rgb, Rgb]),
    );
    expect(below(TEXT, selected)).toEqual([]);
    expect(new Set(HUES.map((hue) => colorOf(theme, hue).join())).size).toBe(HUES.length);
    // The user's own caret has the text colour.
    expect(HUES.map((hue) => colorOf(theme, hue))).not.toContainEqual(rgb(ground.ink));
  });
}
