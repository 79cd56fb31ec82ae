/** A color by its parts, each from 0 to 255. */
export type Rgb = [red: number, green: number, blue: number];

/** Minimum contrast of text in WCAG 2.2. */
export const TEXT_CONTRAST = 4.5;

/** Minimum contrast of a control's state and of graphics in WCAG 2.2. */
export const STATE_CONTRAST = 3;

/** Returns a color such as `#2c43c4` by its parts. */
export const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of WCAG, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the visible color of a color with an opacity (from 0 to 1) on a ground. */
export const mix = (top: Rgb, share: number, ground: Rgb) =>
  top.map((part, index) => part * share + (ground[index] ?? 0) * (1 - share)) as Rgb;

/** Returns the pairs below the minimum contrast, with their ratios. */
export function below(minimum: number, pairs: [name: string, one: Rgb, other: Rgb][]): string[] {
  return pairs.flatMap(([name, one, other]) => {
    const ratio = contrast(one, other);
    return ratio < minimum ? [`${name}: ${ratio.toFixed(2)}`] : [];
  });
}
