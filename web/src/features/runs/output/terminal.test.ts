import fc from 'fast-check';
import { expect, test } from 'vitest';
import { threadTime } from '../../../testing/thread-time.ts';
import { blocksOf, drawnText } from './output-blocks.ts';

const textOf = (output: string) =>
  drawnText('out', output)
    .map(({ text }) => text)
    .join('');

test.each([
  ['a carriage return', '\r 10% loaded\r 50% loaded\r100% loaded\ndone\n', '100% loaded\ndone\n'],
  ['a shorter text over a longer one', '100 %\r5', '500 %'],
  ['line ends of Windows', 'a\r\nb\r\n', 'a\nb\n'],
  ['a backspace', 'abc\b\bX\b\b\b\b\b\bY', 'YXc'],
  ['a spinner', '|\b/\b-\b\\\bdone', 'done'],
  ['a tab over text, which moves only', 'abcdefghij\r\tX', 'abcdefghXj'],
  ['a tab in the middle of a wide character', '漢字漢字\r\tX', '漢字漢字X'],
  ['an erased line', 'downloading…\r\u001b[Kdone', 'done'],
  ['an erased beginning', 'abcdef\b\b\u001b[1K', '    ef'],
  ['a line above', 'a: 10%\nb: 10%\n\u001b[2A\r\u001b[2Ka: 20%\n\u001b[2Kb: 20%\n', 'a: 20%\nb: 20%\n'],
  ['a column', 'abcdef\u001b[3GX\u001b[99CY\u001b[1DZ', 'abXdefZ'],
  ['text over half of a wide character', '漢字\r\u0008X', 'X 字'],
  ['a wide character over half of another', 'a漢\r字', '字 '],
  ['an accent of its own', 'e\u0301x\b\by', 'yx'],
  ['a family, a flag and a skin color', '👩‍👩‍👧🇫🇷👍🏽\b\bX', '👩‍👩‍👧🇫🇷X '],
])('draws as a terminal does: %s', (_, output, drawn) => {
  expect(textOf(output)).toBe(drawn);
});

test.each([
  ['a link', '\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u0007'],
  ['a title', '\u001b]0;title\u0007link'],
  ['a private mode', '\u001b[?25llink\u001b[?25h'],
  ['a set of characters', '\u001b(Blink\u001b7'],
  ['an unfinished sequence at the end', 'link\u001b[38;5'],
  ['256 and 16 million colors', '\u001b[38;5;196;48;2;1;4;3mli\u001b[38:2::1:31:3mnk'],
])('drops %s', (_, output) => {
  expect(drawnText('out', output)).toEqual([{ stream: 'out', style: '', isMark: false, text: 'link' }]);
});

test('keeps a tab, whose stops the style sheet sets', () => {
  expect(textOf('a\tb\t\tc')).toBe('a\tb\t\tc');
});

test('shows the text behind an escape character that begins nothing', () => {
  expect(textOf(`\u001b]${'x'.repeat(3)}\nnext`)).toBe('␛]xxx\nnext');
});

test('reaches no place outside of the drawn text, so that a few characters need little memory', () => {
  const output = `${'x'.repeat(1_000)}\n${'a\n'.repeat(100)}${'\u001b[999A\u001b[999999999C\u001b[999B!'.repeat(20)}`;
  expect(textOf(output).length).toBeLessThan(1_400);
});

test('draws hostile output in little time, because each piece draws all of it again', { tags: ['long'] }, () => {
  const started = threadTime();
  for (const output of [
    'x'.repeat(24_000) + '\u001b[1K'.repeat(6_000),
    'x'.repeat(24_000) + '\u001b[2K'.repeat(6_000),
    '\u200d😀'.repeat(16_000),
  ])
    for (let again = 0; again < 10; again++) drawnText('out', output);
  expect(threadTime() - started).toBeLessThan(1_000);
});

test('divides a text into few stretches, of which the last has the rest', () => {
  const output = 'a\u0000'.repeat(20_000);
  const drawn = drawnText('out', output);
  expect(drawn).toHaveLength(4_000);
  expect(drawn.map(({ text }) => text).join('')).toBe('a␀'.repeat(20_000));
});

test('draws standard output and errors on the same lines, each in its look', () => {
  const [block] = blocksOf([
    { seq: 0, stream: 'out', text: 'rows: ' },
    { seq: 1, stream: 'err', text: '10 %\b\b\b\b20 %' },
    { seq: 2, stream: 'out', text: '\rROWS' },
  ]);
  expect(block?.content).toEqual([
    { stream: 'out', style: '', isMark: false, text: 'ROWS: ' },
    { stream: 'err', style: '', isMark: false, text: '20 %' },
  ]);
});

test('draws the same however pieces divide the output', () => {
  const part = fc.constantFrom(
    'a',
    'bc',
    ' ',
    '\n',
    '\r',
    '\b',
    '\t',
    '漢',
    '👩‍👧',
    'e\u0301',
    '🇫🇷',
    '\u001b',
    '[',
    ']',
    '\u0007',
    '\\',
    ';',
    '\u001b[31m',
    '\u001b[0m',
    '\u001b[1;38;5;2m',
    '\u001b[K',
    '\u001b[2A',
    '\u001b[2D',
    '\u001b[J',
    '\u001b(B',
    '\u001b]8;;https://a.b\u001b\\',
    '\u001b]0;t\u0007',
    '\u202e',
    '0',
    'm',
    'K',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.infiniteStream(fc.nat(4)), (parts, sizes) => {
      const whole = parts.join('');
      const pieces: Parameters<typeof blocksOf>[0][number][] = [];
      for (let at = 0; at < whole.length;) {
        const size = sizes.next().value ?? 1;
        pieces.push({ seq: pieces.length, stream: 'out', text: whole.slice(at, at + size) });
        at += size;
      }
      expect(blocksOf(pieces)[0]?.content ?? []).toEqual(drawnText('out', whole));
    }),
    { numRuns: 500 },
  );
});
