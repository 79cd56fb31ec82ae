import { expect, test } from 'vitest';
import { threadTime } from '../../testing/thread-time.ts';
import { lineText, lookalikeText, replaceText } from './lookalike-text.ts';
import { lookalikesIn, MARKED_MAX } from './lookalikes.ts';

/** Returns the text with `<` and `>` around its marked characters. */
function marked(text: string, language = 'python'): string {
  return lookalikesIn(text, language).reduceRight(
    (all, { at }) => `${all.slice(0, at)}<${all.charAt(at)}>${all.slice(at + 1)}`,
    text,
  );
}

function replaced(text: string, language = 'python'): string {
  return lookalikesIn(text, language).reduceRight(
    (all, { at, plain }) => all.slice(0, at) + plain + all.slice(at + 1),
    text,
  );
}

test('finds the no-break spaces and curly quotes of a pasted program, and what they stand for', () => {
  const program = 'def add(a, b):\n\u00a0\u00a0\u00a0\u00a0return a + b\nprint(“sum”, add(1, 2))\n';
  expect(lookalikesIn(program, 'python')).toHaveLength(6);
  expect(replaced(program)).toBe('def add(a, b):\n    return a + b\nprint("sum", add(1, 2))\n');
});

test.each([
  ['a – b — c − d', 'a - b - c - d'],
  ['print（1，2）；ｘ＝１', 'print(1,2);x=1'],
  ['a\u200b\ufeff\u00ad = 1\u037e', 'a = 1;'],
  ['f(“it’s”, ‘x’, „y“)', 'f("it’s", \'x\', "y")'],
  ['f(“a”, "b", “c”)', 'f("a", "b", "c")'],
  ['f(“a", 1 – 2)', 'f("a", 1 – 2)'],
  ['f(…args)', 'f(...args)'],
  ['x =\u3000\u20092', 'x =  2'],
])('replaces look-alikes: %j', (text, expected) => {
  expect(replaced(text)).toBe(expected);
});

test.each([
  ['python', "# “quoted” – a comment\nx = \"“quoted”\u00a0– text\"\ny = '''a\n“b”'''"],
  ['javascript', '// it’s – fine\n/* “a”\n “b” */ const a = `“${b}” …`;'],
  ['sql', "SELECT 'it’s' -- “why”"],
  ['python', 'zażółć = "gęślą"\nимя = 1\n名前 = "“"\nstraße = naïve'],
  ['jsx', '<p>Don’t</p>'],
  ['html', '<p title="“a”">“Don’t” – she said\u00a0…</p><!-- “x” -->'],
  ['markdown', '“Quotes” – and dashes…'],
  ['python', 'می\u200cخواهم = 1'],
])('marks nothing in comments, strings, prose and letters of other scripts: %s', (language, text) => {
  expect(marked(text, language)).toBe(text);
});

test('marks curly quotes of attributes in HTML', () => {
  expect(marked('<p class=“a”>“b”</p>', 'html')).toBe('<p class=<“>a<”>>“b”</p>');
});

test('names characters in words', () => {
  const found = lookalikesIn('\u00a0\u00a0print(“a” – 1)', 'python');
  expect(found.map((each) => lookalikeText(each)).slice(1, 3)).toEqual([
    'No-break space (U+00A0), where programs need plain spaces',
    'Curly quote “ (U+201C), where programs need straight quotes',
  ]);
  expect(lineText(2, found.slice(0, 1))).toBe('Line 2: a no-break space (U+00A0), where programs need plain spaces.');
  expect(lineText(7, found)).toBe(
    'Line 7: 2 no-break spaces (U+00A0), a curly quote “ (U+201C), a curly quote ” (U+201D) and an en dash – (U+2013), where programs need plain characters.',
  );
  expect([replaceText(1), replaceText(6)]).toEqual(['Replace 1 character', 'Replace 6 characters']);
});

test('reads each quote once, however many are never closed', { tags: ['long'] }, () => {
  const started = threadTime();
  for (const part of ['„', '‚„', '"„', "'„"]) lookalikesIn(part.repeat(100_000 / part.length), 'python');
  expect(threadTime() - started).toBeLessThan(1_000);
  expect(replaced('„a „b“')).toBe('"a "b"');
});

test('finds no more than are marked', () => {
  const text = '\u00a0'.repeat(2 * MARKED_MAX);
  expect(lookalikesIn(text, 'python', MARKED_MAX)).toHaveLength(MARKED_MAX);
  expect([replaceText(MARKED_MAX - 1), replaceText(MARKED_MAX)]).toEqual([
    'Replace 999 characters',
    'Replace all characters',
  ]);
});
