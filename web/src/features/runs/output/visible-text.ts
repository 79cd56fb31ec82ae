/** Control characters besides tab and line feed, and characters that reorder or hide text. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/u;
const UNSEEN_ALL = new RegExp(UNSEEN, 'gu');
const ESCAPES =
  // oxlint-disable-next-line no-control-regex -- escape sequences begin with one
  /\u001b(?:\[[0-9;:?<=>]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)|[ -/]*[0-OQ-WYZ`-~])/g;

/** Returns the mark of a character that must not be drawn; null for every other character. */
export function markOf(character: string): string | null {
  if (character === '\n' || character === '\t' || !UNSEEN.test(character)) return null;
  const code = character.charCodeAt(0);
  // ␀ to ␟ and ␡ are the pictures of ASCII's control characters.
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Returns a message or a cell without escape sequences, its unseen characters as marks. */
export function visibleLine(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(ESCAPES, '')
    .replaceAll(UNSEEN_ALL, (character) => markOf(character) ?? character);
}
