import { Type } from 'typebox';
import { Closed, Id, IdParams, LineNotBlank, Nullable } from './common.ts';
import { endpoint } from './endpoint.ts';
import { INTERVIEW_QUESTIONS_MAX } from './question-events.ts';
import { QUESTION_TITLE_MAX, QuestionContent } from './questions.ts';
import { TEMPLATE_QUESTIONS_MAX } from './templates.ts';
import { TestsReport } from './test-reports.ts';

/** A question of an interview with everything that its interviewers see. */
const InterviewQuestion = Closed({
  id: Id,
  number: Type.Integer({ minimum: 1, maximum: INTERVIEW_QUESTIONS_MAX }),
  /** Null when the question is gone. */
  question_id: Nullable(Id),
  is_hidden: Type.Boolean(),
  content: QuestionContent,
  /** What its tests came to last, with hidden ones. */
  report: Nullable(TestsReport),
});
export type InterviewQuestion = Type.Static<typeof InterviewQuestion>;

/** The questions of the interview's template, and those that were shown. */
export const listInterviewQuestions = endpoint({
  method: 'GET',
  url: '/interview-sessions/:id/questions',
  access: 'interviewer',
  summary: 'The questions of an interview, with guides and hidden tests',
  params: IdParams,
  reply: Closed({
    template: Nullable(
      Closed({
        name: LineNotBlank(80),
        questions: Type.Array(Closed({ id: Id, title: LineNotBlank(QUESTION_TITLE_MAX) }), {
          maxItems: TEMPLATE_QUESTIONS_MAX,
        }),
      }),
    ),
    shown: Type.Array(InterviewQuestion, { maxItems: INTERVIEW_QUESTIONS_MAX }),
  }),
  status: 200,
});
