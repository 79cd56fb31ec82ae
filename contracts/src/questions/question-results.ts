import type { QuestionTest } from './questions.ts';
import type { ResultTable } from '../runs/runs.ts';

/** The output of a test's run: the standard output of a program, or the last table of SQL, if there was one. */
export type TestResult = string | ResultTable | null;

/** A line of a difference: as expected, expected and not there, or there and not expected. */
export interface DifferenceLine {
  kind: 'same' | 'missing' | 'extra';
  text: string;
}

/** `lines` are shown; `omitted` counts the lines behind them. If there are no lines, a query had no result. */
export interface TestDifference {
  lines: DifferenceLine[];
  omitted: number;
}

export type TestOutcome = { passes: true } | { passes: false; difference: TestDifference };

/** How far numbers may differ if a test allows it. */
const TOLERANCE = 1e-6;
/** Lines of a difference that are shown. */
const LINES_SHOWN = 200;
/** Most cells of the table that aligns lines: longer texts are compared whole, which is faster on a phone. */
const ALIGNED_MAX = 250_000;
/** How a cell without a value is written, in expected rows and in differences. */
const NO_VALUE = 'NULL';
/** How a row of one empty text is written, since blank lines are skipped. */
const EMPTY_ROW = "''";

type Rules = Pick<QuestionTest, 'is_query' | 'expected' | 'is_ordered' | 'is_numeric'>;

/** Returns the program and the input of a test: the query of a test runs behind the candidate's SQL. */
export function testProgram(test: Pick<QuestionTest, 'is_query' | 'input'>, code: string) {
  if (!test.is_query) return { code, stdin: test.input };
  return { code: test.input.trim() === '' ? code : `${code}\n;\n${test.input}`, stdin: '' };
}

/**
 * Compares the expected output of a test with that of its run. Ignores line ends, blanks at the end of lines and texts,
 * and, unless the test says that it counts, the order of rows.
 */
export function compareResult(test: Rules, result: TestResult): TestOutcome {
  if (!test.is_query) return judge(align(linesOf(test.expected), linesOf(asText(result)), equality(test)));
  const expected = expectedRows(test.expected);
  if (result === null || typeof result === 'string') return fail(expected.map((text) => ({ kind: 'missing', text })));
  const rows = result.rows.map(rowText);
  const compare = test.is_ordered ? align : match;
  // If a device left rows out, they are not as expected: no test expects as many.
  return judge(compare(expected, rows, equality(test)), result.total - rows.length);
}

function asText(result: TestResult): string {
  return typeof result === 'string' ? result : '';
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}

function expectedRows(text: string): string[] {
  const rows = linesOf(text).filter((line) => line !== '');
  return rows.map((line) => rowText(line.split('|')));
}

function rowText(cells: readonly (string | null)[]): string {
  const text = cells.map((cell) => (cell ?? NO_VALUE).replaceAll(/\s*[\r\n]+\s*/g, ' ').trim()).join('|');
  return text === '' ? EMPTY_ROW : text;
}

function judge(lines: DifferenceLine[], leftOut = 0): TestOutcome {
  return leftOut === 0 && lines.every(({ kind }) => kind === 'same') ? { passes: true } : fail(lines, leftOut);
}

function fail(lines: DifferenceLine[], leftOut = 0): TestOutcome {
  const shown = lines.slice(0, LINES_SHOWN);
  return { passes: false, difference: { lines: shown, omitted: lines.length - shown.length + leftOut } };
}

type Equality = (one: string, other: string) => boolean;

function equality({ is_numeric: isNumeric }: Rules): Equality {
  return isNumeric ? (one, other) => one === other || isNear(one, other) : (one, other) => one === other;
}

const NUMBER = /[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/g;

/** Returns whether two lines are the same apart from their numbers, and these differ by no more than the tolerance. */
function isNear(one: string, other: string): boolean {
  if (one.replaceAll(NUMBER, '#') !== other.replaceAll(NUMBER, '#')) return false;
  const [numbers, others] = [one.match(NUMBER) ?? [], other.match(NUMBER) ?? []];
  return (
    numbers.length === others.length && numbers.every((number, index) => isNearNumber(number, others[index] ?? ''))
  );
}

const WHOLE = /^[-+]?\d+$/;

function isNearNumber(one: string, other: string): boolean {
  // Long whole numbers are not exact as floating-point numbers.
  if (WHOLE.test(one) && WHOLE.test(other)) return BigInt(one) === BigInt(other);
  const [a, b] = [Number(one), Number(other)];
  const rounding = 4 * Number.EPSILON * Math.max(Math.abs(a), Math.abs(b));
  return Math.abs(a - b) <= TOLERANCE + rounding;
}

/** Compares rows in any order; if a row occurs twice, it is expected twice. */
function match(expected: readonly string[], actual: readonly string[], isEqual: Equality): DifferenceLine[] {
  const left = new Set(actual.keys());
  const lines: DifferenceLine[] = [];
  for (const text of expected) {
    // The exact row first, so that a near one remains for another.
    const found = find(left, actual, (row) => row === text) ?? find(left, actual, (row) => isEqual(text, row));
    if (found !== undefined) left.delete(found);
    lines.push({ kind: found === undefined ? 'missing' : 'same', text });
  }
  for (const index of left) lines.push({ kind: 'extra', text: actual[index] ?? '' });
  return lines;
}

function find(left: Set<number>, rows: readonly string[], accepts: (row: string) => boolean): number | undefined {
  for (const index of left) if (accepts(rows[index] ?? '')) return index;
  return undefined;
}

/** Compares lines in order, and returns them with as many as possible in common. */
function align(expected: readonly string[], actual: readonly string[], isEqual: Equality): DifferenceLine[] {
  const same = (text: string): DifferenceLine => ({ kind: 'same', text });
  const equalAt = (index: number) => isEqual(expected.at(index) ?? '', actual.at(index) ?? '');
  const shorter = Math.min(expected.length, actual.length);
  let head = 0;
  while (head < shorter && equalAt(head)) head++;
  let tail = 0;
  while (tail < shorter - head && equalAt(-1 - tail)) tail++;
  const end = expected.length - tail;
  const middle = alignAll(expected.slice(head, end), actual.slice(head, actual.length - tail), isEqual);
  return [...expected.slice(0, head).map(same), ...middle, ...expected.slice(end).map(same)];
}

/** Aligns lines by their longest common subsequence. */
function alignAll(expected: readonly string[], actual: readonly string[], isEqual: Equality): DifferenceLine[] {
  const missing = (text = ''): DifferenceLine => ({ kind: 'missing', text });
  const extra = (text = ''): DifferenceLine => ({ kind: 'extra', text });
  if (expected.length * actual.length > ALIGNED_MAX)
    return [...expected.map((text) => missing(text)), ...actual.map((text) => extra(text))];
  const common = commonLengths(expected, actual, isEqual);
  const lines: DifferenceLine[] = [];
  let [row, column] = [0, 0];
  while (row < expected.length || column < actual.length) {
    const inBoth = common(row, column);
    if (row < expected.length && common(row + 1, column) === inBoth) lines.push(missing(expected[row++]));
    else if (column < actual.length && common(row, column + 1) === inBoth) lines.push(extra(actual[column++]));
    else {
      lines.push({ kind: 'same', text: expected[row++] ?? '' });
      column++;
    }
  }
  return lines;
}

/** Returns how many lines the texts have in common from two lines on. */
function commonLengths(expected: readonly string[], actual: readonly string[], isEqual: Equality) {
  const width = actual.length + 1;
  const lengths = new Uint32Array((expected.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = expected.length - 1; row >= 0; row--)
    for (let column = actual.length - 1; column >= 0; column--)
      lengths[row * width + column] = isEqual(expected[row] ?? '', actual[column] ?? '')
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
  return at;
}
