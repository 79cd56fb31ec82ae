const COLORS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
/** Codes that begin a color by its number or its parts, of text, ground and underline. */
const COLOR_BY_NUMBER = new Set(['38', '48', '58']);
/** How many codes follow `38;5` and `38;2`. */
const INDEXED = 2;
const BY_PARTS = 4;

/** Applies the codes of a "select graphic rendition" sequence to the names of the present styles. */
export function applyCodes(styles: Set<string>, sequence: string): void {
  const codes = sequence.split(';');
  for (let index = 0; index < codes.length; index++) {
    const [code = '', ...parts] = codes[index]?.split(':') ?? [];
    if (!COLOR_BY_NUMBER.has(code)) applyCode(styles, Number(code));
    else if (parts.length === 0) index += codes[index + 1] === '5' ? INDEXED : BY_PARTS;
  }
}

function applyCode(styles: Set<string>, code: number): void {
  const isColor = (code >= 30 && code <= 37) || (code >= 90 && code <= 97);
  if (code === 0) styles.clear();
  if (isColor || code === 39) for (const color of COLORS) styles.delete(color);
  if (isColor) styles.add(COLORS[code % 10] ?? '');
  if (code === 1) styles.add('bold');
  if (code === 22) styles.delete('bold');
  if (code === 3) styles.add('italic');
  if (code === 23) styles.delete('italic');
  if (code === 4) styles.add('underline');
  if (code === 24) styles.delete('underline');
}
