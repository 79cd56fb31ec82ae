import type { EventReply, Payload } from '@cip/contracts/protocol/events';
import type * as contract from '@cip/contracts/questions/engine-tests';
import type { QuestionTest } from '@cip/contracts/questions/questions';
import type { AppContext, DbContext } from '../../../context.ts';
import { forbidden, invalid } from '../../../errors.ts';
import { executeTest } from '../../runs/engine-tests.service.ts';
import * as copies from './question-contents.repository.ts';
import { inTurn, noSuchQuestion, type QuestionMember } from './interview-questions.service.ts';

/**
 * Runs a test of a shown question on the engine. Throws `forbidden` if a candidate names a hidden test, `invalid` for a
 * test of SQL, `not_found`, `ended`, and as executeTest does.
 */
export async function runTestOnEngine(
  ctx: AppContext,
  member: QuestionMember,
  { question, test, ...program }: Payload<typeof contract.runTestOnEngine>,
): Promise<EventReply<typeof contract.runTestOnEngine>> {
  const { is_query: isQuery, input } = await findTest(ctx, member, question, test);
  // SQL never runs on the engine, whose SQL is another dialect.
  if (isQuery) throw invalid('test', 'This test is for SQL.');
  return executeTest(ctx, member, { ...program, stdin: input });
}

async function findTest(
  { db }: DbContext,
  { interviewId, participant }: QuestionMember,
  question: string,
  place: number,
): Promise<QuestionTest> {
  const test = await inTurn(db, interviewId, (trx) => copies.findTest(trx, interviewId, question, place));
  if (test === undefined) throw noSuchQuestion();
  // Also for a place beyond all tests, so that a candidate cannot count the hidden ones.
  if (participant.type === 'candidate' && test?.is_hidden !== false)
    throw forbidden('Only interviewers have hidden tests.');
  if (!test) throw noSuchQuestion();
  return test;
}
