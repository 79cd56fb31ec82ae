import type { Question, QuestionContent, QuestionTest } from '@cip/contracts/questions/questions';
import { solutionsProblem, starterFilesProblem } from '@cip/contracts/questions/starter-files';
import { QUESTION_TEXT_MAX, STARTER_FILES_CHARS_MAX } from '@cip/contracts/questions/starter-limits';
import { QUESTION_DATA_MAX } from '@cip/contracts/runs/run-limits';
import { formatCount } from '../../../../shared/format.ts';
import { TAG_MAX, TAGS_MAX, TEST_TEXT_MAX } from '../../question-limits.ts';
import { labelOf } from '../question-parts.ts';
import type { QuestionParts } from '../question-parts.ts';

/** The content of a new question. */
export const NEW_QUESTION: QuestionContent = {
  title: '',
  text: '',
  guide: '',
  starters: [],
  data: null,
  tests: [],
  minutes: null,
  tags: [],
};

/** A new test. */
export const NEW_TEST: QuestionTest = {
  name: '',
  is_query: false,
  input: '',
  expected: '',
  is_hidden: false,
  is_ordered: false,
  is_numeric: false,
};

/** Returns the content of a question without its state. */
export function contentOf(question: Question): QuestionContent {
  const { title, text, guide, starters, data, tests, minutes, tags, solutions } = question;
  return { title, text, guide, starters, data, tests, minutes, tags, ...(solutions && { solutions }) };
}

/** Returns the tags in a text that separates them with commas; each once. */
export function parseTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

/** Returns an error if a text has more code points than can be stored, otherwise undefined. */
export function tooLong(text: string, max: number): string | undefined {
  // Most texts are far shorter, so they are counted only if they may be too long.
  const length = text.length <= max ? text.length : [...text].length;
  return length > max ? `${formatCount(length)} characters. At most ${formatCount(max)} can be saved.` : undefined;
}

/** Returns why a content cannot be stored, or null if it can. */
export function problemOf(content: QuestionContent, { languages }: Pick<QuestionParts, 'languages'>): string | null {
  const { title, starters, tests, tags } = content;
  if (title.trim() === '') return 'Give the question a title. Only interviewers see it.';
  if (tests.some(({ name }) => name.trim() === '')) return 'Give each test a name.';
  if (tags.length > TAGS_MAX) return `A question has at most ${TAGS_MAX} tags.`;
  if (tags.some((tag) => tag.length > TAG_MAX)) return `A tag has at most ${TAG_MAX} characters.`;
  const files = starters.find((starter) => starterFilesProblem([starter]) !== null);
  if (files) return `Starter in ${labelOf({ languages }, files.language)}: ${starterFilesProblem([files])}`;
  const together = starterFilesProblem(starters);
  if (together !== null) return together;
  const unsolved = solutionsProblem(content.solutions ?? []);
  if (unsolved !== null) return unsolved;
  for (const [name, text, max] of textsOf(content, languages)) {
    const problem = tooLong(text, max);
    if (problem !== undefined) return `${name}: ${problem}`;
  }
  return null;
}

function textsOf(
  { text, guide, starters, data, tests, solutions = [] }: QuestionContent,
  languages: QuestionParts['languages'],
): [name: string, text: string, max: number][] {
  return [
    ['Text for the candidate', text, QUESTION_TEXT_MAX],
    ['Guide for interviewers', guide, QUESTION_TEXT_MAX],
    ...starters.map(({ language, code }): [string, string, number] => [
      `Starter in ${labelOf({ languages }, language)}`,
      code,
      QUESTION_TEXT_MAX,
    ]),
    ...tests.map(({ name, input }): [string, string, number] => [`Input of “${name}”`, input, TEST_TEXT_MAX]),
    ...tests.map(({ name, expected }): [string, string, number] => [
      `Expected output of “${name}”`,
      expected,
      TEST_TEXT_MAX,
    ]),
    ['SQL data', data ?? '', QUESTION_DATA_MAX],
    ...solutions.flatMap(({ language, files }) =>
      files.map(({ name, code }): [string, string, number] => [
        `Solution in ${labelOf({ languages }, language)}, ${name}`,
        code,
        STARTER_FILES_CHARS_MAX,
      ]),
    ),
  ];
}
