import { randomUUID } from 'node:crypto';
import type { Payload } from '@cip/contracts/protocol/events';
import type { shareHidden as shareCall } from '@cip/contracts/questions/question-events';
import type { reportTests as reportCall } from '@cip/contracts/questions/test-reports';
import type { RoomContext } from '../../../context.ts';
import { forbidden, invalid } from '../../../errors.ts';
import { recordEvent } from '../../timeline/timeline.service.ts';
import type { StoredReport } from './interview-questions.table.ts';
import * as copies from './question-contents.repository.ts';
import * as questionReports from './question-reports.repository.ts';
import { actorOf, inTurn, noSuchQuestion, type QuestionMember } from './interview-questions.service.ts';

/**
 * Stores the results of a shown question's tests, and announces them. Throws `forbidden` if a candidate counts hidden
 * tests, `not_found`, `invalid`, or `ended`.
 */
export async function reportTests(
  ctx: RoomContext,
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
    const { tests } = result;
    const { shares_hidden: isShared, ...before } = await questionReports.findReport(trx, question);
    // A page of the previous release shares with its report.
    const isHiddenShared = isShared || (participant.type === 'interviewer' && result.isHiddenShared);
    const { language, hash } = result;
    const lastHidden = result.hidden
      ? { ...result.hidden, by: participant.name, at: new Date().toISOString(), language, hash }
      : lastHiddenOf(before);
    const kept = result.hidden ? null : hiddenOfSameCode(lastHidden, result);
    const author = { by: participant.name, byType: participant.type };
    const last = lastHidden && { lastHidden };
    const report = { ...result, ...kept, ...author, ...last, isHiddenShared, id: randomUUID(), question };
    await questionReports.storeReport(trx, question, report);
    const passed = tests.filter(({ outcome }) => outcome === 'passed').length;
    const counts = { passed, total: tests.length, hidden: isHiddenShared ? result.hidden : null };
    await recordEvent(trx, actorOf(member), {
      kind: 'tests_run',
      data: { id: copy.id, number: copy.number, ...counts },
    });
  });
  ctx.rooms.announce(interviewId, 'question:changed');
  return {};
}

type LastHidden = StoredReport['lastHidden'];

/** Returns the last results of hidden tests. Reports of the previous release have them for their own code only. */
function lastHiddenOf({ report, reported_at: at }: { report: StoredReport | null; reported_at: string | null }) {
  if (report?.lastHidden || !report?.hidden || at === null) return report?.lastHidden;
  const { hidden, hiddenBy, by: name, language, hash } = report;
  return { ...hidden, by: hiddenBy ?? name, at, language, hash };
}

/** Returns the results of hidden tests with the same code: a run of the shown tests leaves them as they are. */
function hiddenOfSameCode(last: LastHidden, { language, hash }: Pick<StoredReport, 'language' | 'hash'>) {
  if (last?.language !== language || last.hash !== hash) return null;
  return { hidden: { passed: last.passed, total: last.total }, hiddenBy: last.by };
}

/**
 * Sets whether candidates see how many hidden tests of a question pass, also of the present report, and announces it.
 * Throws `not_found`, or `ended`.
 */
export async function shareHidden(
  ctx: RoomContext,
  { interviewId }: QuestionMember,
  { id, isShared }: Payload<typeof shareCall>,
): Promise<Record<string, never>> {
  await inTurn(ctx.db, interviewId, async (trx) => {
    if (!(await copies.countTests(trx, interviewId, id))) throw noSuchQuestion();
    const { report } = await questionReports.findReport(trx, id);
    // If a page knows the report, it reads it again under its new id.
    const shown = report && { ...report, id: randomUUID(), isHiddenShared: isShared };
    await questionReports.setSharing(trx, id, isShared, shown);
  });
  ctx.rooms.announce(interviewId, 'question:changed');
  return {};
}

/** Tests of hidden files come on top of the hidden tests; only the device that ran them knows how many there are. */
function checkCounts(
  has: { open: number; hidden: number; has_hidden_files: boolean },
  { tests, hidden }: Pick<Payload<typeof reportCall>, 'tests' | 'hidden'>,
): void {
  const { passed, total } = hidden ?? { passed: 0, total: has.hidden };
  const isOfQuestion = total === has.hidden || (has.has_hidden_files && total > has.hidden);
  if (tests.length !== has.open || !isOfQuestion || passed > total)
    throw invalid('tests', 'These are not the tests of the question.');
}
