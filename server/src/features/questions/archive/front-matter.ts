import { Closed } from '@cip/contracts/protocol/common';
import { QuestionContent, type QuestionTest, TESTS_MAX } from '@cip/contracts/questions/questions';
import { solutionsProblem, starterFilesProblem } from '@cip/contracts/questions/starter-files';
import type { Starter, StarterFile } from '@cip/contracts/questions/starters';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { fieldErrors } from '../../../platform/http/errors/field-errors.ts';
import { FileProblem } from './file-problem.ts';
import { type FolderCodes, folderPath } from './folder-path.ts';

// Lengths and characters are not checked here, because the content is checked as a whole.
const Text = Type.String();
const Flag = Type.Optional(Type.Boolean());

/** A test in front matter: of a program with input and output, or of a query with rows. */
const FileTest = Closed({
  name: Text,
  input: Type.Optional(Text),
  output: Type.Optional(Text),
  query: Type.Optional(Text),
  rows: Type.Optional(Text),
  hidden: Flag,
  ordered: Flag,
  numeric: Flag,
});
type FileTest = Type.Static<typeof FileTest>;

/** A file of a starter besides its first one; without a code, it is a file of the question's folder. */
const StarterEntry = Closed({ name: Text, code: Type.Optional(Text), hidden: Flag });
type StarterEntry = Type.Static<typeof StarterEntry>;

/** A file of a solution. */
const SolutionEntry = Closed({ name: Text, code: Text });

/** The front matter of a question: everything but its text. */
const FrontMatter = Closed({
  title: Text,
  minutes: Type.Optional(Type.Integer()),
  tags: Type.Optional(Type.Array(Text)),
  guide: Type.Optional(Text),
  starters: Type.Optional(Type.Record(Type.String(), Text)),
  files: Type.Optional(Type.Record(Type.String(), Type.Array(StarterEntry))),
  solutions: Type.Optional(Type.Record(Type.String(), Type.Array(SolutionEntry))),
  data: Type.Optional(Text),
  tests: Type.Optional(Type.Array(FileTest, { maxItems: TESTS_MAX })),
});
export type FrontMatter = Type.Static<typeof FrontMatter>;

const frontMatter = Compile(FrontMatter);
const question = Compile(QuestionContent);

/** Returns the front matter of a question, without empty fields. */
export function frontMatterOf({ starters, solutions = [], tests, ...content }: QuestionContent): FrontMatter {
  const projects = starters.filter(({ files = [] }) => files.length > 0);
  return {
    title: content.title,
    ...(content.minutes !== null && { minutes: content.minutes }),
    ...(content.tags.length > 0 && { tags: content.tags }),
    ...(content.guide !== '' && { guide: content.guide }),
    ...(starters.length > 0 && {
      starters: Object.fromEntries(starters.map(({ language, code }) => [language, code])),
    }),
    ...(projects.length > 0 && {
      files: Object.fromEntries(projects.map(({ language, files = [] }) => [language, files.map(entryOf)])),
    }),
    ...(solutions.length > 0 && {
      solutions: Object.fromEntries(solutions.map(({ language, files }) => [language, files])),
    }),
    ...(content.data !== null && { data: content.data }),
    ...(tests.length > 0 && { tests: tests.map(fileTestOf) }),
  };
}

function entryOf({ name, code, is_hidden: isHidden }: StarterFile): StarterEntry {
  return { name, ...(isHidden === true && { hidden: true }), code };
}

function fileTestOf(test: QuestionTest): FileTest {
  return {
    name: test.name,
    ...(test.is_query ? { query: test.input, rows: test.expected } : { input: test.input, output: test.expected }),
    ...(test.is_hidden && { hidden: true }),
    ...(test.is_ordered && { ordered: true }),
    ...(test.is_numeric && { numeric: true }),
  };
}

/** Returns the first reason why a value does not match its schema. */
function problem(schema: typeof frontMatter | typeof question, value: unknown): FileProblem {
  const [[field, [reason]] = ['', []]] = Object.entries(fieldErrors(schema.Errors(value)));
  return new FileProblem(`${field === 'body' ? 'the front matter' : field} is not valid: ${reason ?? ''}`);
}

/** Returns a value as front matter. Throws FileProblem. */
export function checkedFront(front: unknown): FrontMatter {
  if (!frontMatter.Check(front)) throw problem(frontMatter, front);
  return front;
}

/** Returns the question of a front matter and a text, with the codes of its folder. Throws FileProblem. */
export function questionOf(front: FrontMatter, text: string, codes: FolderCodes): QuestionContent {
  const solutions = Object.entries(front.solutions ?? {}).map(([language, files]) => ({ language, files }));
  const content = {
    title: front.title,
    text,
    guide: front.guide ?? '',
    starters: startersOf(front, codes),
    data: front.data ?? null,
    tests: (front.tests ?? []).map(testOf),
    minutes: front.minutes ?? null,
    tags: front.tags ?? [],
    ...(solutions.length > 0 && { solutions }),
  };
  if (!question.Check(content)) throw problem(question, content);
  const files = starterFilesProblem(content.starters);
  if (files !== null) throw new FileProblem(`files are not valid: ${files.replace(/\.$/, '')}`);
  const unsolved = solutionsProblem(solutions);
  if (unsolved !== null) throw new FileProblem(`solutions are not valid: ${unsolved.replace(/\.$/, '')}`);
  return content;
}

function startersOf({ starters = {}, files = {} }: FrontMatter, codes: FolderCodes): Starter[] {
  const lone = Object.keys(files).find((language) => !Object.hasOwn(starters, language));
  if (lone !== undefined) throw new FileProblem(`files.${lone} has no starter in this language`);
  return Object.entries(starters).map(([language, code]) => {
    const own = Object.hasOwn(files, language) ? (files[language] ?? []) : [];
    return {
      language,
      code,
      ...(own.length > 0 && { files: own.map((entry, index) => starterFileOf(entry, { language, index, codes })) }),
    };
  });
}

interface Place {
  language: string;
  index: number;
  codes: FolderCodes;
}

function starterFileOf(entry: StarterEntry, { language, index, codes }: Place): StarterFile {
  const { name, hidden } = entry;
  const path = folderPath(language, name);
  const code = entry.code ?? codes.get(path);
  if (code === undefined)
    throw new FileProblem(
      `files.${language}.${index}.code is not there, and ${path} is no file of the question's folder`,
    );
  return { name, code, ...(hidden === true && { is_hidden: true }) };
}

function testOf({ name, input, output, query, rows, ...flags }: FileTest, index: number): QuestionTest {
  const isQuery = rows !== undefined || query !== undefined;
  if (isQuery && (input !== undefined || output !== undefined))
    throw new FileProblem(`tests.${index} has rows or a query, and input or output as well`);
  const expected = isQuery ? rows : output;
  if (expected === undefined) throw new FileProblem(`tests.${index} has neither output nor rows`);
  return {
    name,
    is_query: isQuery,
    input: (isQuery ? query : input) ?? '',
    expected,
    is_hidden: flags.hidden ?? false,
    is_ordered: flags.ordered ?? false,
    is_numeric: flags.numeric ?? false,
  };
}
