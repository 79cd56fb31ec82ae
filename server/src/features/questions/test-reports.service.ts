import { randomUUID } from 'node:crypto';
import type { Payload } from '@cip/contracts/events';
import type { reportTests as reportCall } from '@cip/contracts/test-reports';
import type { AppContext } from '../../context.ts';
import { forbidden, invalid } from '../../errors.ts';
import { recordEvent } from '../timeline/timeline.service.ts';
import * as copies from './interview-questions.repository.ts';
import { by, inTurn, noSuchQuestion, type QuestionMember } from './interview-questions.service.ts';

/**
 * Stores what the tests of a shown question came to, and announces it. Throws `forbidden` when a candidate counts
 * hidden tests, `not_found`, `invalid`, or `ended`.
 */
export async function reportTests(
  ctx: Pick<AppContext, 'db' | 'rooms'>,
  member: QuestionMember,
  { question, ...result }: Payload<typeof reportCall>,
): Promise<Record<string, never>> {
  const { interviewId, participant } = member;
  if (participant.type === 'candidate' && result.hidden)
    throw forbidden('Only interviewers have hidden tests to count.');
  await inTurn(ctx.db, interviewId, async (trx) => {
    const copy = await copies.countTests(trx, interviewId, question);
    if (!copy) throw noSuchQuestion();
    checkCounts(copy, result);
    const report = { ...result, id: randomUUID(), question, by: participant.name };
    await copies.storeReport(trx, question, report);
    const { hidden, isHiddenShared, tests } = result;
    const passed = tests.filter(({ outcome }) => outcome === 'passed').length;
    const counts = { passed, total: tests.length, hidden: isHiddenShared ? hidden : null };
    await recordEvent(trx, by(member), { kind: 'tests_run', data: { id: copy.id, number: copy.number, ...counts } });
  });
  ctx.rooms.announce(interviewId, 'question:changed');
  return {};
}

function checkCounts(
  has: { open: number; hidden: number },
  { tests, hidden }: Pick<Payload<typeof reportCall>, 'tests' | 'hidden'>,
): void {
  const { passed, total } = hidden ?? { passed: 0, total: has.hidden };
  if (tests.length !== has.open || total !== has.hidden || passed > total)
    throw invalid('tests', 'These are not the tests of the question.');
}
