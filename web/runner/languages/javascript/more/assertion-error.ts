import type { Core } from '../core.ts';

interface Failure {
  actual: unknown;
  expected: unknown;
  operator: string;
  message?: string | undefined;
}

/** The beginning of the message that Node.js writes for each check. */
const TITLES: Readonly<Record<string, string>> = {
  strictEqual: 'Expected values to be strictly equal:',
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  deepEqual: 'Expected values to be loosely deep-equal:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
  match: 'The input did not match the regular expression',
  doesNotMatch: 'The input was expected to not match the regular expression',
  throws: 'Expected values to be strictly deep-equal:',
  rejects: 'Expected values to be strictly deep-equal:',
};
const SAME = 'Values have same structure but are not reference-equal:';
const REFERENCES = 'Expected "actual" to be reference-equal to "expected":';

/** Checks whose message also shows the values if the program gives one. */
const SHOWS_VALUES: ReadonlySet<string> = new Set(['strictEqual', 'deepStrictEqual']);
/** The longest values that share a line (characters). */
const LINE_MAX = 60;

/** Returns the error of a check that does not hold, which shows values by `inspect`. */
export function assertionErrorOf(inspect: Core['inspect']) {
  const shown = (value: unknown) =>
    inspect(value, { compact: false, depth: 1_000, sorted: true, breakLength: Infinity });
  return class AssertionError extends Error {
    readonly code = 'ERR_ASSERTION';
    readonly generatedMessage: boolean;
    readonly actual: unknown;
    readonly expected: unknown;
    readonly operator: string;

    constructor(failure: Failure) {
      super(messageOf(failure, shown));
      this.generatedMessage = failure.message === undefined;
      this.actual = failure.actual;
      this.expected = failure.expected;
      this.operator = failure.operator;
      Object.defineProperty(this, 'name', { value: 'AssertionError', writable: true, configurable: true });
    }
  };
}

function messageOf({ actual, expected, operator, message }: Failure, shown: (value: unknown) => string): string {
  if (message !== undefined && !SHOWS_VALUES.has(operator)) return message;
  const [left, right] = [shown(actual), shown(expected)];
  if (operator === '==' || operator === '!=') return `${left} ${operator} ${right}`;
  const title = message ?? titleOf(actual, operator, left === right);
  if (operator.endsWith('atch')) return `${title} ${right}. Input:\n\n${left}\n`;
  if (operator.startsWith('not') && !left.includes('\n')) return `${title}${left.length > 5 ? '\n\n' : ' '}${left}`;
  if (operator.startsWith('not') || title === SAME) return `${title}\n\n${left}\n`;
  if (operator === 'deepEqual') return `${title}\n\n${left}\n\nshould loosely deep-equal\n\n${right}`;
  const isObject = (value: unknown) => (typeof value === 'object' && value !== null) || typeof value === 'function';
  const isLine = !isObject(actual) && !isObject(expected) && left.length + right.length <= LINE_MAX;
  if (isLine) return `${title}\n\n${left} !== ${right}\n`;
  return `${title}\n+ actual - expected\n\n${difference(left.split('\n'), right.split('\n')).join('\n')}\n`;
}

function titleOf(actual: unknown, operator: string, isSame: boolean): string {
  if (operator !== 'strictEqual' || typeof actual !== 'object' || actual === null) return TITLES[operator] ?? operator;
  return isSame ? SAME : REFERENCES;
}

/** Returns the lines of both texts; a line of only one of them is marked with `+` or `-`. */
function difference(left: readonly string[], right: readonly string[]): string[] {
  const [line, ...rest] = left;
  const [other, ...others] = right;
  if (line === undefined) return right.map((each) => `- ${each}`);
  if (other === undefined) return left.map((each) => `+ ${each}`);
  // A comma behind the last item is no difference.
  if (line.replace(/,$/, '') === other.replace(/,$/, ''))
    return [`  ${line.length > other.length ? line : other}`, ...difference(rest, others)];
  const [inLeft, inRight] = [rest.indexOf(other), others.indexOf(line)];
  if (inLeft >= 0 && (inRight < 0 || inLeft <= inRight)) return [`+ ${line}`, ...difference(rest, right)];
  if (inRight >= 0) return [`- ${other}`, ...difference(left, others)];
  return [`+ ${line}`, `- ${other}`, ...difference(rest, others)];
}
