import { extendTheme } from '@mui/joy/styles';

/**
 * Returns the colours of a Joy palette, taken from one family of tokens, so that light and dark share them. Tokens that
 * no component here has, such as those of the variant `soft`, are Joy's, because each one delays the first page.
 */
const variants = (name: 'accent' | 'bad') => ({
  plainColor: `var(--${name === 'accent' ? 'accent-text' : name})`,
  plainHoverBg: `var(--${name}-wash)`,
  plainActiveBg: `var(--${name}-wash)`,
  plainDisabledColor: 'var(--ink-3)',
  outlinedColor: `var(--${name === 'accent' ? 'accent-text' : name})`,
  outlinedBorder: `var(--${name})`,
  outlinedHoverBg: `var(--${name}-wash)`,
  outlinedActiveBg: `var(--${name}-wash)`,
  outlinedDisabledColor: 'var(--ink-3)',
  outlinedDisabledBorder: 'var(--line)',
});

const solid = (name: 'accent' | 'bad') => ({
  solidColor: `var(--${name}-ink)`,
  solidBg: `var(--${name})`,
  solidHoverBg: `var(--${name}-hover)`,
  solidActiveBg: `var(--${name}-hover)`,
  solidDisabledColor: 'var(--ink-3)',
  solidDisabledBg: 'var(--wash-strong)',
});

const palette = {
  primary: { ...variants('accent'), ...solid('accent') },
  danger: { ...variants('bad'), ...solid('bad') },
  neutral: {
    plainColor: 'var(--ink)',
    plainHoverColor: 'var(--ink)',
    plainHoverBg: 'var(--wash)',
    plainActiveBg: 'var(--wash-strong)',
    plainDisabledColor: 'var(--ink-3)',
    outlinedColor: 'var(--ink)',
    outlinedBorder: 'var(--line-strong)',
    outlinedHoverBg: 'var(--wash)',
    outlinedActiveBg: 'var(--wash-strong)',
    outlinedDisabledColor: 'var(--ink-3)',
    outlinedDisabledBorder: 'var(--line)',
    solidColor: 'var(--paper)',
    solidBg: 'var(--ink)',
    solidHoverBg: 'var(--ink-2)',
    solidActiveBg: 'var(--ink-2)',
  },
  text: { primary: 'var(--ink)', secondary: 'var(--ink-2)', tertiary: 'var(--ink-3)', icon: 'var(--ink-2)' },
  background: {
    body: 'var(--paper)',
    surface: 'var(--sheet)',
    popup: 'var(--sheet)',
    backdrop: 'var(--backdrop)',
  },
  divider: 'var(--line)',
  focusVisible: 'var(--accent)',
};

/** Joy's theme; every value refers to a token of tokens.css. */
export const theme = extendTheme({
  colorSchemes: { light: { palette }, dark: { palette } },
  fontFamily: { body: 'var(--font-text)', display: 'var(--font-text)', code: 'var(--font-code)' },
  fontSize: {
    xs: 'var(--text-1)',
    sm: 'var(--text-2)',
    md: 'var(--text-2)',
    lg: 'var(--text-3)',
    xl: 'var(--text-3)',
    xl2: 'var(--text-4)',
  },
  radius: {
    xs: 'var(--radius-1)',
    sm: 'var(--radius-1)',
    md: 'var(--radius-1)',
    lg: 'var(--radius-2)',
    xl: 'var(--radius-2)',
  },
  shadow: {
    xs: 'var(--shadow-1)',
    sm: 'var(--shadow-1)',
    md: 'var(--shadow-2)',
    lg: 'var(--shadow-2)',
    xl: 'var(--shadow-2)',
  },
});
