import editorCss from '../features/documents/editor/editor.css?raw';
import tokens from '../shared/ui/theme/tokens.css?raw';
import { rgb } from './contrast.ts';
import type { Rgb } from './contrast.ts';

/** Returns a function that returns a color of a color scheme by its custom property; it throws for an unknown one. */
export function colorsOf(scheme: 'light' | 'dark'): (name: string) => Rgb {
  const blocks = [...`${tokens}\n${editorCss}`.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, selector]) =>
    selector?.includes(`[data-joy-color-scheme='${scheme}']`),
  );
  const found = blocks.flatMap(([, , body]) => [...(body ?? '').matchAll(/(--[\w-]+): (#[0-9a-f]{6})/g)]);
  const colors = new Map(found.map(([, name = '', hex = '']) => [name, rgb(hex)]));
  return (name) => {
    const color = colors.get(name);
    if (!color) throw new Error(`${name} is no color of the ${scheme} scheme`);
    return color;
  };
}
