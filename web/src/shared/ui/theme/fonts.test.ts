import { expect, test } from 'vitest';
import css from './fonts.css?raw';

test('shows letters while a typeface loads, also those of the fallbacks, which some devices lack', () => {
  const faces = css.match(/@font-face \{[^}]*\}/g) ?? [];
  expect(faces.length).toBeGreaterThan(5);
  for (const face of faces) expect(face).toContain('font-display: swap;');
});
