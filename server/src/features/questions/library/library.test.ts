import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { compareResult, testProgram, type TestResult } from '@cip/contracts/questions/question-results';
import type { QuestionContent, QuestionTest } from '@cip/contracts/questions/questions';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../../testing/access/sample.ts';
import { runJavaScript } from '../../../testing/programs/javascript.ts';
import { startPython } from '../../../testing/programs/python.ts';
import { startPostgres, startSqlite } from '../../../testing/programs/sql.ts';
import { writeQuestionFile } from '../archive/question-file.ts';
import { readLibrary } from './library.ts';

type Run = (code: string, stdin: string, data: string) => TestResult | Promise<TestResult>;

/** Starts a database as a runner. */
const sql = (start: typeof startSqlite) => async (): Promise<Run> => {
  const run = await start();
  return (code, _stdin, data) => run(data, code);
};

/** How each language starts; a sample of programs needs only some. */
const STARTS: Record<string, () => Run | Promise<Run>> = {
  javascript: () => runJavaScript,
  python: startPython,
  sql: sql(startPostgres),
  sqlite: sql(startSqlite),
};
const runners = new Map<string, Run>();

async function runnerOf(language: string): Promise<Run | undefined> {
  const runner = runners.get(language) ?? (await STARTS[language]?.());
  if (runner) runners.set(language, runner);
  return runner;
}

const LIBRARY = readLibrary();
const FILES = readdirSync(new URL('./questions/', import.meta.url)).toSorted();
const EXTENSIONS: Record<string, string> = { javascript: 'js', python: 'py', sql: 'sql' };

/** Returns the names of the tests that code fails. */
async function failures({ tests, data }: QuestionContent, language: string, code: string): Promise<string[]> {
  const run = await runnerOf(language);
  const failed = async (test: QuestionTest) => {
    const program = testProgram(test, code);
    const result = await run?.(program.code, program.stdin, data ?? '');
    const outcome = compareResult(test, result ?? null);
    return outcome.passes ? [] : [`${test.name}: ${JSON.stringify(outcome.difference.lines)}`];
  };
  // One after the other, because they share an interpreter.
  const names: string[] = [];
  for (const test of tests) names.push(...(await failed(test)));
  return names;
}

// Projects are in library-projects.test.ts.
const CODE = LIBRARY.flatMap((question, index) =>
  question.starters.flatMap(({ language, code, files }) => {
    if (files) return [];
    const name = FILES[index]?.replace('.md', `.${EXTENSIONS[language]}`) ?? '';
    return [{ name, question, language, starter: code }];
  }),
);
/** Languages whose interpreter needs seconds to start. */
const SLOW = ['sql', 'python'];
/** The programs that every run tries a share of, those in SQL as phones run them. */
const QUICK = CODE.filter(({ language }) => language !== 'python').map((one) =>
  one.language === 'sql' ? { ...one, language: 'sqlite' } : one,
);
const SHARES = [
  ...sampleOf(QUICK, 4),
  { tags: ['long' as const], cases: CODE.filter(({ language }) => SLOW.includes(language)) },
];

describe('the first library', () => {
  it('contains 30 questions: to repair, in SQL on one data set, to write, and projects', () => {
    const tagged = (tag: string) => LIBRARY.filter(({ tags }) => tags[0] === tag);
    expect(['repair', 'sql', 'write', 'project'].map((tag) => tagged(tag).length)).toEqual([8, 8, 8, 6]);
    expect(new Set(tagged('sql').map(({ data }) => data)).size).toBe(1);
    expect(new Set(LIBRARY.map(({ title }) => title)).size).toBe(30);
    for (const { starters, tags } of LIBRARY.filter(({ tags }) => tags[0] !== 'project'))
      expect(starters.map(({ language }) => language)).toEqual(tags[0] === 'sql' ? ['sql'] : ['javascript', 'python']);
  });

  it('contains shown and hidden tests, a time, and hints, mistakes and follow-ups for interviewers', () => {
    for (const { title, tests, minutes, guide, text } of LIBRARY) {
      expect.soft(tests.filter(({ is_hidden: isHidden }) => !isHidden).length, title).toBeGreaterThanOrEqual(1);
      expect.soft(tests.filter(({ is_hidden: isHidden }) => isHidden).length, title).toBeGreaterThanOrEqual(3);
      expect.soft(minutes, title).toBeGreaterThanOrEqual(15);
      expect
        .soft(guide, title)
        .toMatch(/Hints, in order[^]*(is broken|Usual mistakes)[^]*good looks like[^]*Follow-ups/);
      expect.soft(text, title).toMatch(/^# /);
    }
  });

  it('stores questions as an export writes them, with a solution for each starter', () => {
    for (const [index, question] of LIBRARY.entries()) {
      const file = new URL(`./questions/${FILES[index]}`, import.meta.url);
      expect.soft(readFileSync(file, 'utf8')).toBe(writeQuestionFile(question));
    }
    for (const { name } of CODE)
      expect.soft(existsSync(new URL(`./solutions/${name}`, import.meta.url)), name).toBe(true);
  });

  for (const { tags, cases } of SHARES)
    it.each(cases)('solves $name by its solution ($language)', { tags }, async ({ name, question, language }) => {
      const solution = readFileSync(new URL(`./solutions/${name}`, import.meta.url), 'utf8');
      expect(await failures(question, language, solution)).toEqual([]);
    });

  for (const { tags, cases } of SHARES)
    it.each(cases)('fails the starter of $name ($language)', { tags }, async ({ question, language, starter }) => {
      expect(await failures(question, language, starter)).not.toEqual([]);
    });
});
