import type { RunPiece } from '@cip/contracts/runs/runs';
import { attachesTo, widthOf } from './character-width.ts';
import { applyCodes } from './text-styles.ts';
import { markOf } from './visible-text.ts';

/** How a stretch of output looks. */
interface Look {
  stream: Exclude<RunPiece['stream'], 'table'>;
  /** Names of its styles, for the style sheet. */
  style: string;
  /** Whether it stands for a character that must not be drawn. */
  isMark: boolean;
}

/** A stretch of output in one look. */
export interface Stretch extends Look {
  text: string;
}

/** A line by columns: a character that takes several has empty texts behind it. */
interface Line {
  texts: string[];
  looks: Look[];
}

/** Distance of tab stops (columns). */
const TAB_STOP = 8;
/** Widest line that is erased from its beginning: again and again, a wider one than any screen would take seconds. */
const ERASED_MAX = 1_000;
/** Most stretches of a text; what follows has the look of the last, because pages draw all of them with each piece. */
const STRETCHES_MAX = 4_000;
/** Longest title or address in an escape sequence; a longer one is no sequence (characters). */
const STRING_MAX = 2_000;

/** An escape sequence: CSI with its parameters and its last character, a string such as a link, or a short one. */
const ESCAPE = new RegExp(
  String.raw`\u001b(?:\[([0-9;:?<=>]*)[ -/]*([@-~])|[\]PX^_][^\u0007\u001b\n]{0,${STRING_MAX}}(?:\u0007|\u001b\\)|[ -/]*[0-OQ-WYZ\`-~])`,
  'y',
);
/** The beginning of a sequence, or of a character, whose rest is in the next piece. */
const UNFINISHED = new RegExp(
  String.raw`(?:\u001b(?:\[[0-9;:?<=>]*[ -/]*|[\]PX^_][^\u0007\u001b\n]{0,${STRING_MAX}}\u001b?|[ -/]*)|[\ud800-\udbff])$`,
);

/**
 * Draws output as a terminal without an edge does: carriage returns and backspaces overwrite, tabs go to the next stop,
 * escape sequences color, move within the drawn text or do nothing. Pieces may divide everything.
 */
export class Terminal {
  readonly #lines: [Line, ...Line[]] = [{ texts: [], looks: [] }];
  readonly #styles = new Set<string>();
  #look: Look = { stream: 'out', style: '', isMark: false };
  #row = 0;
  #column = 0;
  #unfinished = '';

  write(stream: Look['stream'], text: string): void {
    this.#look = { ...this.#look, stream };
    const whole = this.#unfinished + text;
    const end = UNFINISHED.exec(whole)?.index ?? whole.length;
    this.#unfinished = whole.slice(end);
    for (let index = 0; index < end;) {
      ESCAPE.lastIndex = index;
      const [escape, parameters = '', action] = (whole[index] === '\u001b' && ESCAPE.exec(whole)) || [''];
      const character = escape || String.fromCodePoint(whole.codePointAt(index) ?? 0);
      if (escape === '') this.#draw(character);
      else if (action !== undefined) this.#act(action, parameters);
      index += character.length;
    }
  }

  /** Returns the drawn text; stretches beside each other differ in their look. */
  drawn(): Stretch[] {
    const found: Stretch[] = [];
    for (const [row, { texts, looks }] of this.#lines.entries()) {
      const last = found.at(-1);
      if (row > 0 && last) last.text += '\n';
      else if (row > 0) found.push({ ...this.#look, isMark: false, style: '', text: '\n' });
      for (const [column, text] of texts.entries()) add(found, text, looks[column]);
    }
    return found;
  }

  get #line(): Line {
    return this.#lines[this.#row] ?? this.#lines[0];
  }

  #draw(character: string): void {
    if (character === '\n') return this.#feed();
    if (character === '\r') return void (this.#column = 0);
    if (character === '\b') return void (this.#column = Math.max(0, this.#column - 1));
    if (character === '\t') return this.#tab();
    const mark = markOf(character);
    if (mark !== null) return this.#put(mark, mark.length, { ...this.#look, isMark: true });
    const { texts } = this.#line;
    const before = headOf(texts, this.#column - 1);
    if (attachesTo(texts[before] ?? '', character)) texts[before] += character;
    else this.#put(character, widthOf(character), this.#look);
  }

  #feed(): void {
    this.#row++;
    this.#column = 0;
    if (this.#row === this.#lines.length) this.#lines.push({ texts: [], looks: [] });
  }

  #tab(): void {
    const next = this.#column + TAB_STOP - (this.#column % TAB_STOP);
    const { length } = this.#line.texts;
    this.#column = Math.min(next, length);
    if (next > length) this.#put('\t', next - length, this.#look);
  }

  /** Writes over the columns at the cursor; the rest of a wider character there becomes blanks. */
  #put(text: string, width: number, look: Look): void {
    const { texts, looks } = this.#line;
    const end = this.#column + width;
    for (let at = headOf(texts, this.#column); at < this.#column; at++) texts[at] = ' ';
    for (let at = end; texts[at] === ''; at++) texts[at] = ' ';
    for (let at = this.#column; at < end; at++) {
      texts[at] = at === this.#column ? text : '';
      looks[at] = look;
    }
    this.#column = end;
  }

  #act(action: string, parameters: string): void {
    const count = Math.max(1, Number.parseInt(parameters, 10) || 1);
    const { texts } = this.#line;
    if (action === 'm') {
      applyCodes(this.#styles, parameters);
      this.#look = { ...this.#look, style: [...this.#styles].join(' ') };
    }
    if (action === 'K') this.#erase(parameters);
    // Only text that is there can be reached, so that a short sequence makes no long line.
    if (action === 'A') this.#row = Math.max(0, this.#row - count);
    if (action === 'D') this.#column -= count;
    if (action === 'C') this.#column += count;
    if (action === 'G') this.#column = count - 1;
    const length = action === 'A' ? this.#line.texts.length : texts.length;
    this.#column = Math.min(Math.max(0, this.#column), length);
  }

  /** Erases the line behind the cursor, before it or as a whole. */
  #erase(parameters: string): void {
    const { texts, looks } = this.#line;
    const isWhole = parameters === '1' || parameters === '2';
    if (isWhole && this.#column <= ERASED_MAX) texts.fill(' ', 0, this.#column);
    if (parameters === '1') return;
    for (let at = headOf(texts, this.#column); at < this.#column; at++) texts[at] = ' ';
    texts.length = looks.length = Math.min(texts.length, this.#column);
  }
}

/** Returns the column in which the character at a column begins. */
function headOf(texts: readonly string[], column: number): number {
  let at = column;
  while (at > 0 && texts[at] === '') at--;
  return at;
}

function add(found: Stretch[], text: string, look: Look | undefined): void {
  const last = found.at(-1);
  if (!look || text === '') return;
  const isSame = last?.stream === look.stream && last.style === look.style && !last.isMark && !look.isMark;
  if (last && (isSame || found.length >= STRETCHES_MAX)) last.text += text;
  else found.push({ ...look, text });
}
