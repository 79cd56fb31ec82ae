/** A stretch of output: text in one style, or the mark of a character that must not be drawn. */
export interface Stretch {
  text: string;
  /** Names of its styles, for the style sheet. */
  style: string;
  isMark: boolean;
}

/** An escape sequence: CSI, OSC and other strings with their ends, or a two-character sequence. */
const ESCAPE =
  // oxlint-disable-next-line no-control-regex -- escape sequences begin with one
  /\u001b(?:\[([0-9;:?<=>]*)[ -/]*([@-~])|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()][A-Z0-9]|[=>78c])/y;
/** Control characters besides tab and line feed, and characters that reorder or hide text. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/u;
const COLORS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

/**
 * Splits output into stretches for text nodes. Escape sequences are dropped; if they color the text, they name its
 * style. Other control and direction characters become marks.
 */
export function stretchesOf(output: string): Stretch[] {
  const text = output.replaceAll('\r\n', '\n');
  const found: Stretch[] = [];
  const styles = new Set<string>();
  const add = (part: string, isMark: boolean) => {
    const style = [...styles].join(' ');
    const last = found.at(-1);
    if (last && !isMark && !last.isMark && last.style === style) last.text += part;
    else found.push({ text: part, style, isMark });
  };
  for (let index = 0; index < text.length;) {
    const unseen = nextUnseen(text, index);
    if (unseen > index) add(text.slice(index, unseen), false);
    if (unseen === text.length) break;
    ESCAPE.lastIndex = unseen;
    const escape = ESCAPE.exec(text);
    if (escape?.[2] === 'm') applyCodes(styles, escape[1] ?? '');
    if (!escape) add(markOf(text.charCodeAt(unseen)), true);
    index = unseen + (escape?.[0].length ?? 1);
  }
  return found;
}

/** Returns a line or cell without styles, its unseen characters as marks. */
export function visibleLine(text: string): string {
  return stretchesOf(text)
    .map((each) => each.text)
    .join('');
}

function nextUnseen(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const character = text.charAt(index);
    if (character !== '\n' && character !== '\t' && UNSEEN.test(character)) return index;
  }
  return text.length;
}

/** Returns ␀ to ␟ and ␡ for ASCII's control characters, and the code point of others. */
function markOf(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Applies the codes of a "select graphic rendition" sequence. */
function applyCodes(styles: Set<string>, sequence: string): void {
  const codes = (sequence === '' ? '0' : sequence).split(/[;:]/).map(Number);
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] ?? 0;
    // Colors by number or by components have parameters that are no codes.
    if (code === 38 || code === 48 || code === 58) index += codes[index + 1] === 5 ? 2 : 4;
    else applyCode(styles, code);
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
