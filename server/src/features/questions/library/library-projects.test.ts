import { readdirSync, readFileSync } from 'node:fs';
import { compareResult, testProgram, type TestResult } from '@cip/contracts/questions/question-results';
import type { QuestionContent } from '@cip/contracts/questions/questions';
import { firstFileName } from '@cip/contracts/rooms/files';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileCpp } from '../../../testing/programs/cpp.ts';
import { startPython } from '../../../testing/programs/python.ts';
import { startPostgres, startSqlite } from '../../../testing/programs/sql.ts';
import { runModules, type ProgramFiles } from '../../../testing/programs/typescript.ts';
import { readLibrary } from './library.ts';

/** Prepares a program of several files, the first of which is executed; each call is a test with its input. */
type Prepare = (files: ProgramFiles) => Promise<(code: string, stdin: string) => TestResult | Promise<TestResult>>;

const modules: Prepare = async (files) => (_code, stdin) => runModules(files, stdin);
const seedsOf = ([, ...others]: readonly string[]) => others.join('\n');
const prepare = new Map<string, Prepare>([
  ['typescript', modules],
  ['javascript', modules],
  [
    'c++',
    async (files) => {
      const run = await compileCpp(files);
      return (_code, stdin) => run(stdin);
    },
  ],
]);

const FILES = readdirSync(new URL('./questions/', import.meta.url)).toSorted();
const PROJECTS = readLibrary().flatMap((question, index) => {
  const [starter] = question.starters;
  const name = FILES[index]?.replace('.md', '') ?? '';
  return starter?.files ? [{ name, language: starter.language, question }] : [];
});
const inAllPlaces = PROJECTS.flatMap((one) => (one.language === 'sql' ? [one, { ...one, language: 'sqlite' }] : [one]));

const QUICK = inAllPlaces.filter(({ language }) => language !== 'c++');
const COMPILED = inAllPlaces.filter(({ language }) => language === 'c++');
/** The compiler takes half a minute on a busy machine. */
const COMPILING = { timeout: 120_000 };

/** Returns the files of a question's starter that candidates get, those of its solution in their place. */
function filesOf({ starters }: QuestionContent, solution: string | null): ProgramFiles {
  const [{ language, code, files = [] } = { language: '', code: '' }] = starters;
  const shown = files.filter((file) => !file.is_hidden).map((file) => [file.name, file.code] as const);
  const all = new Map([[firstFileName(language, []), code], ...shown]);
  for (const name of solution === null ? [] : namesOf(solution)) all.set(name, readSolution(`${solution}/${name}`));
  return all;
}

const folder = new URL('./solutions/', import.meta.url);
const readSolution = (path: string) => readFileSync(new URL(path, folder), 'utf8');
const namesOf = (solution: string) =>
  readdirSync(new URL(`${solution}/`, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.split(`${solution}/`).at(-1)?.replace(/^\/+/, '') ?? '');

/** Returns the names of the tests that a program fails. */
async function failures(question: QuestionContent, language: string, files: ProgramFiles): Promise<string[]> {
  const run = await prepare.get(language)?.(files);
  const [code = ''] = [...files.values()];
  const failed: string[] = [];
  for (const test of question.tests) {
    const program = testProgram(test, code);
    const outcome = compareResult(test, (await run?.(program.code, program.stdin)) ?? null);
    if (!outcome.passes) failed.push(`${test.name}: ${JSON.stringify(outcome.difference.lines)}`);
  }
  return failed;
}

describe('the projects of the first library', () => {
  it('are six, of at least three files, each in one language', () => {
    expect(PROJECTS.map(({ language }) => language)).toEqual([
      'typescript',
      'typescript',
      'python',
      'sql',
      'c++',
      'javascript',
    ]);
    for (const { question, name } of PROJECTS) {
      expect.soft(question.tags[0], name).toBe('project');
      expect.soft(filesOf(question, null).size, name).toBeGreaterThanOrEqual(3);
    }
  });

  it('have solutions of files that their starters have', () => {
    for (const { question, name } of PROJECTS) {
      const names = [...filesOf(question, null).keys()];
      expect.soft(names, name).toEqual(expect.arrayContaining(namesOf(name)));
    }
  });
});

describe('their solutions', { tags: ['long'] }, () => {
  beforeAll(async () => {
    const [python, postgres, sqlite] = await Promise.all([startPython(), startPostgres(), startSqlite()]);
    prepare.set('python', async (files) => (code, stdin) => python(code, stdin, '', files));
    prepare.set('sql', async (files) => (code) => postgres(seedsOf([...files.values()]), code));
    prepare.set('sqlite', async (files) => (code) => sqlite(seedsOf([...files.values()]), code));
  }, 60_000);

  it.each(QUICK)('solves $name by its solution ($language)', async ({ name, question, language }) => {
    expect(await failures(question, language, filesOf(question, name))).toEqual([]);
  });

  it.each(QUICK)('fails the starter of $name ($language)', async ({ question, language }) => {
    expect(await failures(question, language, filesOf(question, null))).not.toEqual([]);
  });

  it.each(COMPILED)('solves $name, not its starter ($language)', COMPILING, async ({ name, question, language }) => {
    expect(await failures(question, language, filesOf(question, name))).toEqual([]);
    expect(await failures(question, language, filesOf(question, null))).not.toEqual([]);
  });
});
