import type { CSSProperties } from 'react';

/** Returns the style of a box around code, which is as high as its lines, also while the editor loads. */
export function codeBox(code: string): CSSProperties {
  return { '--lines': code.split('\n').length };
}
