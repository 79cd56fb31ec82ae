import { LANGUAGE_IDS } from '@cip/contracts/rooms/code-files';
import { QuestionContent, type QuestionTest } from '@cip/contracts/questions/questions';
import fc from 'fast-check';
import { Check } from 'typebox/value';
import { expect, it } from 'vitest';
import { FileProblem } from './file-problem.ts';
import { openQuestionFile, readQuestionFile, writeQuestionFile, writeQuestionFolder } from './question-file.ts';
import { itHolds } from '../../../testing/property.ts';

/** Text that breaks formats: fences, quotes, control characters, line ends of all kinds, wide and invisible letters. */
const HOSTILE = [
  ['---', '...', '\n', '\n\n', '\r\n', '\r', ' ', '\t', '# ', '- ', ': ', '|', '>', '|+', '"', "'", '\\', '&a', '*a'],
  ['!t', '%', '@', '`', '```', '{', ']', ',', '?', 'null', '~', 'yes', '0x1f', '1e3', '\u0001', '\u007f', '\u0085'],
  ['\u00a0', '\u2028', '\ufeff', '\u202e', '\u200b', 'é', 'e\u0301', '👩‍🚀', '\u{10ffff}', '<script>', '{{x}}', '$&'],
].flat();
const hostile = fc.constantFrom(...HOSTILE);
const piece = fc.oneof({ weight: 3, arbitrary: hostile }, fc.string({ unit: 'binary', maxLength: 8 }));
const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('').replaceAll('\u0000', ''));
const line = fc.oneof(
  fc.constantFrom('null', 'true', '---', '12', '# x', 'a: b', '- a', "it's", '"x"', '|'),
  fc.string(),
);

const test: fc.Arbitrary<QuestionTest> = fc.record({
  name: line,
  is_query: fc.boolean(),
  input: text,
  expected: text,
  is_hidden: fc.boolean(),
  is_ordered: fc.boolean(),
  is_numeric: fc.boolean(),
});
const FILES = ['lib/null.py', 'true', 'a-b.c_d', '12', 'test_x.py', 'deep/er/and/er.txt'];
const starter = fc.record(
  {
    language: fc.constantFrom(...LANGUAGE_IDS),
    code: text,
    files: fc.uniqueArray(
      fc.record(
        { name: fc.constantFrom(...FILES), code: text, is_hidden: fc.constant(true) },
        { requiredKeys: ['name', 'code'] },
      ),
      { minLength: 1, maxLength: 4, selector: ({ name }) => name },
    ),
  },
  { requiredKeys: ['language', 'code'] },
);
const solution = fc.record({
  language: fc.constantFrom(...LANGUAGE_IDS),
  files: fc.array(fc.record({ name: fc.constantFrom(...FILES), code: text }), { minLength: 1, maxLength: 3 }),
});
const fields = fc.record(
  {
    title: line,
    text,
    guide: text,
    starters: fc.uniqueArray(starter, {
      maxLength: 4,
      selector: ({ language }) => language,
    }),
    data: fc.option(text),
    tests: fc.array(test, { maxLength: 4 }),
    minutes: fc.option(fc.integer({ min: 1, max: 240 })),
    solutions: fc.uniqueArray(solution, { minLength: 1, maxLength: 3, selector: ({ language }) => language }),
    tags: fc.uniqueArray(fc.constantFrom('12', 'null', 'sql', 'c#', 'a b', 'true', '1e3'), { maxLength: 4 }),
  },
  { requiredKeys: ['title', 'text', 'guide', 'starters', 'data', 'tests', 'minutes', 'tags'] },
);
const content: fc.Arbitrary<QuestionContent> = fields.filter((question) => Check(QuestionContent, question));

itHolds('reads back exactly what it wrote', 2_000, (numRuns) => {
  fc.assert(
    fc.property(content, (question) => {
      const file = writeQuestionFile(question);
      expect(readQuestionFile(file)).toEqual(question);
    }),
    { numRuns },
  );
});

itHolds('reads back exactly what it wrote with a folder', 1_000, (numRuns) => {
  fc.assert(
    fc.property(content, (question) => {
      const { file, codes } = writeQuestionFolder(question);
      const { paths, read } = openQuestionFile(file);
      expect(read(new Map(codes))).toEqual(question);
      expect(paths.toSorted()).toEqual([...codes.keys()].toSorted());
      const count = question.starters.reduce((sum, { files = [] }) => sum + files.length, 0);
      expect(codes.size).toBe(count);
    }),
    { numRuns },
  );
});

it('keeps a line of blanks before an empty line', () => {
  const guide = 'Ask for an estimate, then wait for it.\n \n\nThen ask about ties.';
  const question = { title: 'A', text: '', guide, starters: [], data: null, tests: [], minutes: null, tags: [] };
  expect(readQuestionFile(writeQuestionFile(question))).toEqual(question);
});

const WRITTEN = `---
title: Sum of two
minutes: 10
tags:
  - warm-up
guide: |
  Ask for an estimate first.
starters:
  python: |
    print(1)
tests:
  - name: Two numbers
    input: 1 2
    output: "3"
  - name: Rows
    rows: a|1
    hidden: true
---

Print the sum.
`;

it('reads a file that a person wrote, with the line ends of any system', () => {
  const question = readQuestionFile(WRITTEN);
  expect(question).toMatchObject({ title: 'Sum of two', text: 'Print the sum.', minutes: 10, data: null });
  expect(question.tests).toMatchObject([
    { name: 'Two numbers', is_query: false, input: '1 2', expected: '3', is_hidden: false },
    { name: 'Rows', is_query: true, input: '', expected: 'a|1', is_hidden: true },
  ]);
  expect(readQuestionFile(`\ufeff${WRITTEN.replaceAll('\n', '\r\n')}`)).toEqual(question);
  expect(readQuestionFile(WRITTEN.replace('---\n\nPrint the sum.\n', '---'))).toMatchObject({ text: '' });
});

const front = (yaml: string) => `---\n${yaml}\n---\n\ntext\n`;
it.each([
  ['no front matter', '# Title', 'does not begin with front matter'],
  ['an open front matter', '---\ntitle: x\n', 'does not begin with front matter'],
  ['no title', front('minutes: 3'), 'title is not valid: Title is required'],
  ['a title of another type', front('title: 3'), 'title is not valid: Title must be of type string'],
  ['an unknown field', front('title: x\nseverity: high'), 'severity is not valid: Unknown field'],
  ['a test without output', front('title: x\ntests: [{ name: a, input: b }]'), 'tests.0 has neither output nor rows'],
  ['a mixed test', front('title: x\ntests: [{ name: a, input: b, rows: c }]'), 'tests.0 has rows or a query'],
  ['too many tags', front(`title: x\ntags: [${Array.from({ length: 11 }, (_, n) => `t${n}`).join()}]`), 'tags is not'],
  ['an unknown language', front('title: x\nstarters: { klingon: a }'), 'starters.0.language is not valid'],
  [
    'files without a starter',
    front('title: x\nfiles: { python: [{ name: a, code: b }] }'),
    'files.python has no starter',
  ],
  [
    'a file without code',
    front('title: x\nstarters: { ruby: a }\nfiles: { ruby: [{ name: a }] }'),
    'files.ruby.0.code is not',
  ],
  [
    'a file outside',
    front('title: x\nstarters: { ruby: a }\nfiles: { ruby: [{ name: ../a, code: b }] }'),
    '../a: No part of the name',
  ],
  ['a repeated key', front('title: x\ntitle: y'), 'has the key title twice'],
  ['an alias', front('title: &a x\nguide: *a'), 'has an alias'],
  ['a tag of YAML', front('title: !!js/function x'), 'not valid in its line 1: Unresolved tag'],
  ['two documents', front('title: x\n...\n---x: y'), 'not valid in its line'],
  ['tabs as indentation', front('title: x\ntags:\n\t- a'), 'not valid in its line 3'],
  ['deep nesting', front(`title: ${'['.repeat(5_000)}`), 'It is nested too deeply'],
  ['NUL', front('title: x\ndata: "\\0"'), 'data is not valid'],
])('refuses %s', (_, file, message) => {
  expect(() => readQuestionFile(file)).toThrow(FileProblem);
  expect(() => readQuestionFile(file)).toThrow(message);
});

it('reads a hundred thousand keys in seconds', { tags: ['long'] }, () => {
  const keys = Array.from({ length: 100_000 }, (_, index) => `k${index}: 1`);
  expect(() => readQuestionFile(front(`{ ${keys.join(', ')} }`))).toThrow(FileProblem);
});
