import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareResult, testProgram, type TestDifference, type TestResult } from './question-results.ts';

const program = (expected: string, is_numeric = false) => ({
  is_query: false,
  expected,
  is_ordered: false,
  is_numeric,
});
const query = (expected: string, changes: { is_ordered?: boolean; is_numeric?: boolean } = {}) => ({
  ...program(expected),
  ...changes,
  is_query: true,
});
const table = (rows: (string | null)[][], total = rows.length) => ({ columns: [], rows, total });

function differenceOf(test: ReturnType<typeof program>, result: TestResult): TestDifference {
  const outcome = compareResult(test, result);
  if (outcome.passes) throw new Error('The test passes.');
  return outcome.difference;
}
const marks = { same: ' ', missing: '-', extra: '+' };
const shown = (test: ReturnType<typeof program>, result: TestResult) =>
  differenceOf(test, result).lines.map(({ kind, text }) => `${marks[kind]}${text}`);
const passes = (test: ReturnType<typeof program>, result: TestResult) => compareResult(test, result).passes;

const line = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/[\r\n]/.test(text));
const lines = fc.array(line, { maxLength: 30 });
const word = fc.stringMatching(/^[a-z]{1,8}$/);

describe('the output of a program', () => {
  it('passes a program’s output whatever its line ends and trailing blanks', () => {
    const blanks = fc.array(fc.constantFrom('', ' ', '\t '), { minLength: 30, maxLength: 30 });
    const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
    const end = fc.constantFrom('', '\n', ' \r\n\n', '\n\n\n');
    fc.assert(
      fc.property(lines, blanks, lineEnd, end, (texts, behind, between, last) => {
        const output = texts.map((text, index) => text + behind[index]).join(between);
        expect(passes(program(texts.join('\n')), output + last)).toBe(true);
      }),
    );
  });

  it('fails for a changed, a missing and a further line, and shows it', () => {
    const test = program('one\ntwo\nthree\n');
    expect(shown(test, 'one\nTwo\nthree\n')).toEqual([' one', '-two', '+Two', ' three']);
    expect(shown(test, 'one\nthree\n')).toEqual([' one', '-two', ' three']);
    expect(shown(test, 'one\ntwo\n\nthree\n')).toEqual([' one', ' two', '+', ' three']);
    expect(shown(test, '')).toEqual(['-one', '-two', '-three']);
    expect(shown(program(''), 'debug')).toEqual(['+debug']);
  });

  it('counts blanks before and between words', () => {
    expect(passes(program('a b'), ' a b')).toBe(false);
    expect(passes(program('a b'), 'a  b')).toBe(false);
  });

  it('shows a difference from which both texts can be read', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), fc.array(word, { maxLength: 20 }), (expected, actual) => {
        const outcome = compareResult(program(expected.join('\n')), actual.join('\n'));
        expect(outcome.passes).toBe(expected.join('\n') === actual.join('\n'));
        if (outcome.passes) return;
        const without = (left: string) =>
          outcome.difference.lines.filter(({ kind }) => kind !== left).map(({ text }) => text);
        expect(without('extra')).toEqual(expected);
        expect(without('missing')).toEqual(actual);
      }),
    );
  });

  it('shows only a part of a long difference, quickly', { tags: ['long'] }, () => {
    const startedAt = Date.now();
    const difference = differenceOf(program('a\n'.repeat(5_000)), 'b\n'.repeat(30_000));
    expect(difference.lines).toHaveLength(200);
    expect(difference.omitted).toBe(34_800);
    expect(Date.now() - startedAt).toBeLessThan(1_000);
  });
});

describe('numbers', () => {
  it.each([
    ['0.3', '0.30000000000000004', true],
    ['1', '1.000001', true],
    ['1', '1.0000011', false],
    ['average 2.50', 'average 2.5', true],
    ['average 2.5', 'mean 2.5', false],
    ['1e3 -0.5', '1000 -.5', true],
    ['1 2', '1 2 3', false],
    ['9007199254740993', '9007199254740992', false],
    ['123456789012.1', '123456789012.100001', true],
    ['1e999', '2e999', false],
  ])('compares %j and %j as numbers if the test says so: %s', (expected, output, isSame) => {
    expect(passes(program(expected, true), output)).toBe(isSame);
    expect(passes(program(expected), output)).toBe(false);
  });

  it('allows numbers to differ by a millionth and no more', () => {
    const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    const shift = fc.double({ min: -5e-6, max: 5e-6, noNaN: true });
    fc.assert(
      fc.property(number, shift, (one, by) => {
        const difference = Math.abs(Number((one + by).toFixed(9)) - Number(one.toFixed(9)));
        fc.pre(Math.abs(difference - 1e-6) > 1e-9);
        const isSame = passes(program(`x=${one.toFixed(9)};`, true), `x=${(one + by).toFixed(9)};`);
        expect(isSame).toBe(difference < 1e-6);
      }),
    );
  });
});

describe('rows', () => {
  const cell = fc.oneof(word, fc.constant(null), fc.integer().map(String));
  const rows = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 12 }));
  const written = (texts: (string | null)[][]) =>
    texts.map((row) => row.map((text) => text ?? 'NULL').join(' | ')).join('\n');

  it('passes rows in any order, or in one order if the test says so', () => {
    const shuffled = rows.chain((texts) =>
      fc.tuple(fc.constant(texts), fc.shuffledSubarray(texts, { minLength: texts.length })),
    );
    fc.assert(
      fc.property(shuffled, ([expected, actual]) => {
        expect(passes(query(written(expected)), table(actual))).toBe(true);
        const isSameOrder = written(expected) === written(actual);
        expect(passes(query(written(expected), { is_ordered: true }), table(actual))).toBe(isSameOrder);
      }),
    );
  });

  it('fails if a row occurs once too often', () => {
    const some = rows.filter((texts) => texts.length > 0);
    fc.assert(
      fc.property(some, (expected) => {
        expect(passes(query(written(expected)), table([...expected, ...expected.slice(0, 1)]))).toBe(false);
        expect(passes(query(written(expected)), table(expected.slice(1)))).toBe(false);
      }),
    );
  });

  it('shows missing and unexpected lines', () => {
    const test = query('Ada | 3\nGrace | 2\nGrace | 2');
    expect(
      shown(
        test,
        table([
          ['Grace', '2'],
          ['Alan', '1'],
          ['Ada', '3'],
        ]),
      ),
    ).toEqual([' Ada|3', ' Grace|2', '-Grace|2', '+Alan|1']);
  });

  it('matches near numbers, each once', () => {
    const test = query('a|1.0\na|1.0000005', { is_numeric: true });
    const near = table([
      ['a', '1.0000005'],
      ['a', '1.000001'],
    ]);
    expect(passes(test, near)).toBe(true);
    expect(passes(test, table([['a', '1']]))).toBe(false);
  });

  it('distinguishes an empty text from no value and from no row', () => {
    expect(passes(query('NULL'), table([[null]]))).toBe(true);
    expect(passes(query('NULL'), table([['']]))).toBe(false);
    expect(passes(query("''"), table([['']]))).toBe(true);
    expect(passes(query(''), table([['']]))).toBe(false);
    expect(passes(query(''), table([]))).toBe(true);
    expect(passes(query('a|'), table([['a', '']]))).toBe(true);
  });

  it('fails without a table, and if the device left rows out', () => {
    expect(differenceOf(query(''), null)).toEqual({ lines: [], omitted: 0 });
    expect(shown(query('1'), null)).toEqual(['-1']);
    expect(differenceOf(query('1'), table([['1']], 5))).toEqual({ lines: [{ kind: 'same', text: '1' }], omitted: 4 });
  });
});

it('runs a query behind the SQL of the candidate, and gives input to a program', () => {
  expect(testProgram({ is_query: true, input: 'select * from v' }, 'create view v as select 1')).toEqual({
    code: 'create view v as select 1\n;\nselect * from v',
    stdin: '',
  });
  expect(testProgram({ is_query: true, input: ' \n' }, 'select 1 -- done')).toEqual({
    code: 'select 1 -- done',
    stdin: '',
  });
  expect(testProgram({ is_query: false, input: '1\n' }, 'print(1)')).toEqual({ code: 'print(1)', stdin: '1\n' });
});
