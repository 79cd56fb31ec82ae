import { expect, test } from 'vitest';
import css from './editor.css?raw';
import { SURFACE_COLORS, SYNTAX_COLORS } from './editor-colors.ts';
import type { EditorTheme } from './editor-pane.ts';
import { SELECTION_WASH_PERCENT } from '../sync/peer-colors.ts';

/** Minimum contrast of text in WCAG 2.2. */
const TEXT = 4.5;

const THEMES: EditorTheme[] = ['dark', 'light'];

type Rgb = [red: number, green: number, blue: number];

const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const mix = (top: Rgb, share: number, ground: Rgb) =>
  top.map((part, index) => part * share + (ground[index] ?? 0) * (1 - share)) as Rgb;

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

/** Returns the pairs below the minimum contrast, with their ratios. */
function below(minimum: number, pairs: [name: string, one: Rgb, other: Rgb][]): string[] {
  return pairs.flatMap(([name, one, other]) => {
    const ratio = contrast(one, other);
    return ratio < minimum ? [`${name}: ${ratio.toFixed(2)}`] : [];
  });
}

test('computes the contrast ratio of WCAG', () => {
  expect(contrast(rgb('#000000'), rgb('#ffffff'))).toBeCloseTo(21);
  expect(contrast(rgb('#777777'), rgb('#ffffff'))).toBeCloseTo(4.48, 2);
});

for (const theme of THEMES) {
  const ground = SURFACE_COLORS[theme];
  const inks = Object.entries({ ...SYNTAX_COLORS[theme], plain: ground.ink });

  test(`${theme}: code, comments and line numbers are readable on the background and on the user's selection`, () => {
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

  test(`${theme}: the colours of eight participants are visible, and their names and selections readable`, () => {
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
