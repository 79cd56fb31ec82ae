/** The first character with case beyond ASCII, and the last one in any alphabet (code points). */
const FIRST = 0x80;
const LAST = 0x1_e943;

/** Returns the upper and lower case of every letter beyond ASCII that has one, as JSON. */
export function caseTables(): string {
  const upper: Record<string, string> = {};
  const lower: Record<string, string> = {};
  for (let code = FIRST; code <= LAST; code++) {
    const letter = String.fromCodePoint(code);
    if (letter.toUpperCase() !== letter) upper[letter] = letter.toUpperCase();
    if (letter.toLowerCase() !== letter) lower[letter] = letter.toLowerCase();
  }
  return JSON.stringify({ upper, lower });
}
