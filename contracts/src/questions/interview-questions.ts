import { Type } from 'typebox';
import { Closed, FileName, Id, IdParams, LanguageId, LineNotBlank, Nullable, Text } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { NO_ACCESS } from '../protocol/not-found.ts';
import { INTERVIEW_QUESTIONS_MAX } from './question-events.ts';
import { QuestionContent, STARTERS_MAX } from './questions.ts';
import { STARTER_FILES_CHARS_MAX, STARTER_FILES_MAX } from './starter-limits.ts';
import { TEMPLATE_QUESTIONS_MAX, TemplateQuestion } from './templates.ts';
import { TestsReport } from './test-reports.ts';

/** A file of the starter in a language that candidates never get. */
const HiddenFile = Closed({ language: LanguageId, name: FileName, code: Text(STARTER_FILES_CHARS_MAX) });
export type HiddenFile = Type.Static<typeof HiddenFile>;

/** A question of an interview for its interviewers; the room has its starters and data. */
const InterviewQuestion = Closed({
  id: Id,
  number: Type.Integer({ minimum: 1, maximum: INTERVIEW_QUESTIONS_MAX }),
  /** Null if the question is gone. */
  question_id: Nullable(Id),
  is_hidden: Type.Boolean(),
  content: QuestionContent,
  /** Absent if it has none, if it is not whole, and from servers of the previous release. */
  hidden_files: Type.Optional(Type.Array(HiddenFile, { maxItems: STARTERS_MAX * STARTER_FILES_MAX })),
  /** False if the question was too large for its list; then its texts and tests are empty. */
  is_whole: Type.Boolean(),
  /** The last results of its tests, with hidden ones. */
  report: Nullable(TestsReport),
});
export type InterviewQuestion = Type.Static<typeof InterviewQuestion>;

/** The questions of the interview's template and every shown question; the content of the largest is left out. */
export const listInterviewQuestions = endpoint({
  method: 'GET',
  url: '/interview-sessions/:id/questions',
  access: 'interviewer',
  tag: 'Sessions',
  summary: 'The questions of an interview, with guides, hidden tests and files',
  params: IdParams,
  reply: Closed({
    template: Nullable(
      Closed({
        name: LineNotBlank(80),
        questions: Type.Array(TemplateQuestion, { maxItems: TEMPLATE_QUESTIONS_MAX }),
      }),
    ),
    shown: Type.Array(InterviewQuestion, { maxItems: INTERVIEW_QUESTIONS_MAX }),
  }),
  notFound: NO_ACCESS,
});

/** One question that was shown, whole. */
export const getInterviewQuestion = endpoint({
  method: 'GET',
  url: '/interview-sessions/:id/questions/:question_id',
  access: 'interviewer',
  tag: 'Sessions',
  summary: 'A question of an interview, with its guide, hidden tests and files',
  params: Closed({ id: Id, question_id: Id }),
  reply: InterviewQuestion,
  notFound: NO_ACCESS,
});
