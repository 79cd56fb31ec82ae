/** The styles of one variant in one colour. */
type VariantStyle = Record<string, string>;
type Palette = Record<string, Record<string, string> | string | undefined>;

const TOKENS = /^(plain|outlined|soft|solid)(Hover|Active|Disabled)?(Color|Bg|Border)$/;
/** Tokens that an element with inverted colours passes to its children; in Joy's order, later ones win. */
const CONTEXT = [
  'plainColor plainHoverColor plainHoverBg plainActiveBg plainDisabledColor',
  'outlinedColor outlinedBorder outlinedHoverColor outlinedHoverBorder outlinedHoverBg outlinedActiveBg',
  'outlinedDisabledColor outlinedDisabledBorder',
  'softColor softBg softHoverColor softHoverBg softActiveBg softDisabledColor softDisabledBg',
  'solidColor solidBg solidHoverBg solidActiveBg solidDisabledColor solidDisabledBg',
].flatMap((names) => names.split(' '));

/**
 * Replaces Joy's function of that name in the build (`vite.config.ts`). Joy's theme calls it sixteen times, and Joy's
 * version compiles a regular expression per token and colour each time: 250 ms of a slow phone's start. Returns the
 * styles of a variant such as `softHover` by colour; the test compares them with Joy's.
 */
export function createVariant(
  variant: string,
  { getCssVar, palette }: { getCssVar: (token: string, fallback?: string) => string; palette: Palette },
): Record<string, VariantStyle> {
  const styles: Record<string, VariantStyle> = {};
  for (const [color, tokens] of Object.entries(palette))
    if (typeof tokens === 'object' && isVariantPalette(tokens))
      styles[color] = variantStyle(
        variant,
        Object.keys(tokens).filter((token) => tokens[token]),
        (token) => `var(--variant-${token}, ${getCssVar(`palette-${color}-${token}`, tokens[token])})`,
      );
  return { ...styles, context: variantStyle(variant, CONTEXT, (token) => `var(--variant-${token})`) };
}

function isVariantPalette(tokens: Record<string, string>): boolean {
  return Object.keys(tokens).some((token) => TOKENS.test(token));
}

function variantStyle(variant: string, tokens: string[], value: (token: string) => string): VariantStyle {
  const style: VariantStyle = {};
  for (const token of tokens) {
    const property = token.startsWith(variant) ? token.slice(variant.length) : '';
    if (property !== 'Color' && property !== 'Bg' && property !== 'Border') continue;
    if (variant.endsWith('Disabled'))
      Object.assign(style, { pointerEvents: 'none', cursor: 'default', '--Icon-color': 'currentColor' });
    if (!/Hover|Active|Disabled/.test(variant)) {
      style['--variant-borderWidth'] ??= '0px';
      if (property === 'Border')
        Object.assign(style, { '--variant-borderWidth': '1px', border: 'var(--variant-borderWidth) solid' });
    }
    style[PROPERTIES[property]] = value(token);
  }
  return style;
}

const PROPERTIES = { Color: 'color', Bg: 'backgroundColor', Border: 'borderColor' } as const;
