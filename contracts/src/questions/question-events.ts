import { Type } from 'typebox';
import { Closed, Count, Id, LineNotBlank, Nullable, Text } from '../protocol/common.ts';
import { clientEvent, Nothing } from '../protocol/events.ts';
import { STARTERS_MAX, TEST_TEXT_MAX, TESTS_MAX } from './questions.ts';
import { QUESTION_TEXT_MAX } from './starter-limits.ts';
import { ShownStarter } from './starters.ts';
import { TextHash } from '../runs/runs.ts';
import { TestsReport } from './test-reports.ts';

/** Questions that are shown in one interview, with hidden ones. */
export const INTERVIEW_QUESTIONS_MAX = 20;

/** The place of a question in the order in which an interview's questions were first shown, from 1. */
const QuestionNumber = Type.Integer({ minimum: 1, maximum: INTERVIEW_QUESTIONS_MAX });

/** A test that candidates see. Field by field, so that a new field of a test stays private until it is listed here. */
const ShownTest = Closed({
  name: LineNotBlank(80),
  is_query: Type.Boolean(),
  input: Text(TEST_TEXT_MAX),
  expected: Text(TEST_TEXT_MAX),
  is_ordered: Type.Boolean(),
  is_numeric: Type.Boolean(),
});
export type ShownTest = Type.Static<typeof ShownTest>;

/** A question as everyone in the room sees it: without title, guide, hidden tests and files. It never changes. */
export const ShownQuestion = Closed({
  id: Id,
  number: QuestionNumber,
  text: Text(QUESTION_TEXT_MAX),
  starters: Type.Array(ShownStarter, { maxItems: STARTERS_MAX }),
  tests: Type.Array(ShownTest, { maxItems: TESTS_MAX }),
});
export type ShownQuestion = Type.Static<typeof ShownQuestion>;

const QuestionRef = Closed({ id: Id });
const Ids = Type.Array(Id, { maxItems: INTERVIEW_QUESTIONS_MAX });

/**
 * Returns the ids of the shown questions in their order, the one in front, and the questions and latest reports of
 * their tests if the sender does not know their ids. If they are too large for one reply, `question:changed` follows.
 */
export const readQuestions = clientEvent({
  name: 'question:read',
  from: 'participant',
  payload: Closed({ known: Type.Array(Id, { maxItems: 2 * INTERVIEW_QUESTIONS_MAX }) }),
  reply: Closed({
    shown: Ids,
    front: Nullable(Id),
    questions: Type.Array(ShownQuestion, { maxItems: INTERVIEW_QUESTIONS_MAX }),
    reports: Type.Array(TestsReport, { maxItems: INTERVIEW_QUESTIONS_MAX }),
    /** The questions whose count of passed hidden tests candidates see; absent from servers of the previous release. */
    sharesHidden: Type.Optional(Ids),
    /** How many codes were put aside; absent from servers of the previous release. */
    asides: Type.Optional(Count),
  }),
});

/**
 * Shows a question of the company: copies its present version into the interview, and brings it to the front. If it was
 * shown before, that copy comes back.
 */
export const showQuestion = clientEvent({
  name: 'question:show',
  from: 'interviewer',
  payload: Closed({ questionId: Id }),
  reply: Closed({ id: Id, number: QuestionNumber }),
});

/** Brings a shown question to the front. */
export const bringToFront = clientEvent({
  name: 'question:front',
  from: 'interviewer',
  payload: QuestionRef,
  reply: Nothing,
});

/** Hides a shown question. */
export const hideQuestion = clientEvent({
  name: 'question:hide',
  from: 'interviewer',
  payload: QuestionRef,
  reply: Nothing,
});

/**
 * Puts the room's code aside with all files for a shown question. It stores the server's texts: `conflict` if `hash`
 * (`hashedText`) is not of those, which the sender sees and is about to replace. If what was put aside last is the
 * same, it is not stored twice. Pages of the previous release send the hash of the first file: then only that is put
 * aside.
 */
export const putAside = clientEvent({
  name: 'question:put-aside',
  from: 'participant',
  payload: Closed({ question: Id, hash: TextHash }),
  reply: Closed({ number: Count }),
});

/** Sets whether candidates see how many hidden tests of a shown question pass, also of the latest report. */
export const shareHidden = clientEvent({
  name: 'question:share-hidden',
  from: 'interviewer',
  payload: Closed({ id: Id, isShared: Type.Boolean() }),
  reply: Nothing,
});

/** Events about questions; sent only to clients that opened the document. */
export interface QuestionServerEvents {
  /** The shown questions or the results of their tests have changed: read them again. */
  'question:changed': () => void;
}
