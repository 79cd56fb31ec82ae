import { Type } from 'typebox';
import {
  Closed,
  Count,
  Done,
  Id,
  IdParams,
  LanguageId,
  Line,
  LineNotBlank,
  Moment,
  Name,
  Nullable,
  Page,
  PageNumber,
  Text,
} from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { NO_SUCH_QUESTION } from '../protocol/not-found.ts';
import { QUESTION_DATA_MAX } from '../runs/run-limits.ts';
import { QUESTION_TEXT_MAX } from './starter-limits.ts';
import { Solution } from './solutions.ts';
import { Starter } from './starters.ts';

/** Longest title of a question, in code points. */
export const QUESTION_TITLE_MAX = 120;
export const STARTERS_MAX = 10;
export const TESTS_MAX = 30;
/** Longest input and expected output of a test, in code points. */
export const TEST_TEXT_MAX = 10_000;
export const TAGS_MAX = 10;
export const TAG_MAX = 30;
export const MINUTES_MAX = 240;
/** Questions of a company. */
export const QUESTIONS_MAX = 1_000;
/** Versions of a question that are stored; further changes delete the oldest. */
export const QUESTION_VERSIONS_MAX = 100;

/** Letters and digits first, so that a tag is never blank; no commas, because they separate typed tags. */
const Tag = Type.String({
  pattern: '^[\\p{L}\\p{N}]([\\p{L}\\p{N} +#./-]*[\\p{L}\\p{N}+#])?$',
  minLength: 1,
  maxLength: TAG_MAX,
  examples: ['arrays'],
});

/**
 * A test. For programs, `input` is the standard input and `expected` the standard output. With `is_query`, `input` is
 * SQL that is executed after the candidate's, and `expected` the rows of the last result: a row a line, `|` between
 * cells.
 */
export const QuestionTest = Closed({
  name: LineNotBlank(80),
  is_query: Type.Boolean(),
  input: Text(TEST_TEXT_MAX),
  expected: Text(TEST_TEXT_MAX),
  /** Whether it is withheld from candidates. */
  is_hidden: Type.Boolean(),
  /** Whether the order of rows counts. */
  is_ordered: Type.Boolean(),
  /** Whether numbers may differ by 0.000001. */
  is_numeric: Type.Boolean(),
});
export type QuestionTest = Type.Static<typeof QuestionTest>;

const contentFields = {
  /** Private: withheld from candidates. */
  title: LineNotBlank(QUESTION_TITLE_MAX),
  /** The text for candidates, in Markdown. */
  text: Text(QUESTION_TEXT_MAX),
  /** The text for interviewers, in Markdown; private. */
  guide: Text(QUESTION_TEXT_MAX),
  starters: Type.Array(Starter, { maxItems: STARTERS_MAX }),
  /** SQL that is executed before each run. */
  data: Nullable(Text(QUESTION_DATA_MAX)),
  tests: Type.Array(QuestionTest, { maxItems: TESTS_MAX }),
  minutes: Nullable(Type.Integer({ minimum: 1, maximum: MINUTES_MAX })),
  tags: Type.Array(Tag, { maxItems: TAGS_MAX, uniqueItems: true }),
  /** Private. Absent if there is none; interviews and servers of the previous release leave it out. */
  solutions: Type.Optional(Type.Array(Solution, { maxItems: STARTERS_MAX })),
};

/** The content of a question, which each change stores as a new version. */
export const QuestionContent = Closed(contentFields);
export type QuestionContent = Type.Static<typeof QuestionContent>;

const Version = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });

const stateFields = {
  id: Id,
  version: Version,
  updated_at: Moment,
  is_archived: Type.Boolean(),
  /** Whether it was shown in an interview; then it is archived, not deleted. */
  is_used: Type.Boolean(),
};

/** A question with its latest content. */
const Question = Closed({ ...stateFields, ...contentFields });
export type Question = Type.Static<typeof Question>;

/** The facts of a question in lists, beside its title. */
export const questionFactFields = {
  minutes: contentFields.minutes,
  /** Languages of its starters. */
  languages: Type.Array(LanguageId, { maxItems: STARTERS_MAX }),
  test_count: Count,
};

/** A question in a list. */
const QuestionSummary = Closed({
  ...stateFields,
  title: contentFields.title,
  tags: contentFields.tags,
  ...questionFactFields,
});
export type QuestionSummary = Type.Static<typeof QuestionSummary>;

const QuestionReply = Closed({ question: Question });

/** Lists questions, the latest change first. `search` matches titles, texts and tags. */
export const listQuestions = endpoint({
  method: 'GET',
  url: '/questions',
  access: 'interviewer',
  tag: 'Questions',
  summary: "List the company's questions",
  query: Closed({
    page: PageNumber,
    search: Type.Optional(Line(100)),
    tag: Type.Optional(Tag),
    /** Lists archived questions instead of the others. */
    is_archived: Type.Optional(Type.Union([Type.Literal('true'), Type.Literal('false')])),
  }),
  reply: Page(QuestionSummary),
});

/** Lists the tags of questions that are not archived, with the number of questions of each. */
export const listQuestionTags = endpoint({
  method: 'GET',
  url: '/question-tags',
  access: 'interviewer',
  tag: 'Questions',
  summary: "List the tags of the company's questions",
  reply: Closed({
    data: Type.Array(Closed({ tag: Tag, count: Count }), { maxItems: QUESTIONS_MAX * TAGS_MAX }),
  }),
});

export const getQuestion = endpoint({
  method: 'GET',
  url: '/questions/:id',
  access: 'interviewer',
  tag: 'Questions',
  summary: 'A question',
  params: IdParams,
  reply: QuestionReply,
  notFound: NO_SUCH_QUESTION,
});

export const createQuestion = endpoint({
  method: 'POST',
  url: '/questions',
  access: 'interviewer',
  tag: 'Questions',
  summary: 'Add a question',
  body: QuestionContent,
  reply: QuestionReply,
  status: 201,
});

/** Stores a new version. `version` is the changed one; returns 409 if there is a newer one. */
export const changeQuestion = endpoint({
  method: 'PUT',
  url: '/questions/:id',
  access: 'interviewer',
  tag: 'Questions',
  summary: 'Change a question',
  params: IdParams,
  body: Closed({ version: Version, content: QuestionContent }),
  reply: QuestionReply,
  notFound: NO_SUCH_QUESTION,
});

export const archiveQuestion = endpoint({
  method: 'POST',
  url: '/questions/:id/archive',
  access: 'interviewer',
  tag: 'Questions',
  summary: 'Archive a question',
  params: IdParams,
  reply: QuestionReply,
  notFound: NO_SUCH_QUESTION,
});

export const restoreQuestion = endpoint({
  method: 'POST',
  url: '/questions/:id/restore',
  access: 'interviewer',
  tag: 'Questions',
  summary: 'Take a question out of the archive',
  params: IdParams,
  reply: QuestionReply,
  notFound: NO_SUCH_QUESTION,
});

/** Deletes a question; returns 409 if it was ever shown. */
export const deleteQuestion = endpoint({
  method: 'DELETE',
  url: '/questions/:id',
  access: 'interviewer',
  tag: 'Questions',
  summary: 'Delete a question that was never shown',
  params: IdParams,
  reply: Done,
  notFound: NO_SUCH_QUESTION,
});

/** A stored version; the name is null if the account is gone. */
const QuestionVersion = Closed({ version: Version, at: Moment, by: Nullable(Name) });

export const listQuestionVersions = endpoint({
  method: 'GET',
  url: '/questions/:id/versions',
  access: 'interviewer',
  tag: 'Questions',
  summary: 'List the versions of a question, newest first',
  params: IdParams,
  reply: Closed({ data: Type.Array(QuestionVersion, { maxItems: QUESTION_VERSIONS_MAX }) }),
  notFound: NO_SUCH_QUESTION,
});

export const getQuestionVersion = endpoint({
  method: 'GET',
  url: '/questions/:id/versions/:version',
  access: 'interviewer',
  tag: 'Questions',
  summary: 'An earlier version of a question',
  params: Closed({ id: Id, version: Type.String({ pattern: '^[1-9][0-9]{0,8}$', maxLength: 9 }) }),
  reply: Closed({ content: QuestionContent }),
  notFound: NO_SUCH_QUESTION,
});

/** Largest archive of questions that is imported, in bytes. */
export const QUESTION_ARCHIVE_MAX = 4_194_304;

/** The questions that are not archived, each as a Markdown file with front matter (docs/operations/questions.md). */
export const exportQuestions = endpoint({
  method: 'GET',
  url: '/question-archive',
  access: 'interviewer',
  tag: 'Questions',
  summary: "The company's questions, as a ZIP archive of Markdown files",
  reply: Type.String({ contentMediaType: 'application/zip' }),
});

const Titles = Type.Array(contentFields.title, { maxItems: QUESTIONS_MAX });

/** Files of an archive that is imported, including files that operating systems add. */
export const ARCHIVE_FILES_MAX = 3 * QUESTIONS_MAX;

/**
 * Adds every question of an archive, or none. If the company already has a question of the same content, it is not
 * added again. Files that nobody wrote as questions, such as a README or hidden ones, are skipped.
 */
export const importQuestions = endpoint({
  method: 'POST',
  url: '/question-archive',
  access: 'interviewer',
  tag: 'Questions',
  summary: 'Add the questions of a ZIP archive of Markdown files, or of one such file',
  body: Closed({
    archive: Type.String({
      pattern: '^[A-Za-z0-9+/]*={0,2}$',
      minLength: 4,
      maxLength: Math.ceil(QUESTION_ARCHIVE_MAX / 3) * 4,
      description: 'The archive, or the file, in Base64.',
    }),
  }),
  reply: Closed({
    added: Titles,
    existing: Titles,
    /** Absent if none was skipped. */
    skipped: Type.Optional(Type.Array(Closed({ file: Text(200), reason: Text(200) }), { maxItems: ARCHIVE_FILES_MAX })),
  }),
});

/** The first library: questions that are offered once to a company if it has none. */
export const getQuestionLibrary = endpoint({
  method: 'GET',
  url: '/question-library',
  access: 'interviewer',
  tag: 'Questions',
  summary: 'Whether the first library is offered, and what the company has of it',
  reply: Closed({
    is_offered: Type.Boolean(),
    /** The questions of the library. */
    count: Count,
    /** How many of them the company has, without changed and archived ones. */
    present: Count,
  }),
});

export const addQuestionLibrary = endpoint({
  method: 'POST',
  url: '/question-library',
  access: 'interviewer',
  tag: 'Questions',
  summary: 'Add the questions of the first library',
  reply: Closed({ added: Titles, existing: Titles }),
});

/** Declines the library or removes it; a question stays if it was changed, or if a template has it. */
export const removeQuestionLibrary = endpoint({
  method: 'DELETE',
  url: '/question-library',
  access: 'interviewer',
  tag: 'Questions',
  summary: 'Decline or remove the first library',
  reply: Done,
});
