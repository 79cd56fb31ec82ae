import { createVariant as joys } from '@mui/joy/styles/variantUtils';
import { expect, test } from 'vitest';
import { createVariant } from './joy-variants.ts';
import { theme } from './theme.ts';

const KINDS = ['plain', 'outlined', 'soft', 'solid'] as const;
const STATES = ['', 'Hover', 'Active', 'Disabled'] as const;
const { getCssVar, colorSchemes } = theme;

test.each(KINDS.flatMap((kind) => STATES.map((state) => `${kind}${state}` as const)))(
  '%s has the styles that Joy gives it',
  (name) => {
    const palette = colorSchemes.light.palette;
    const asJoy = joys(name, { getCssVar, palette });
    // Joy's types list Joy's own tokens only.
    const own = createVariant(name, { getCssVar: getCssVar as (token: string) => string, palette: { ...palette } });
    expect(Object.keys(own).length).toBeGreaterThan(5);
    // Compared as text: the order of the styles matters.
    expect(JSON.stringify(own)).toBe(JSON.stringify(asJoy));
  },
);
