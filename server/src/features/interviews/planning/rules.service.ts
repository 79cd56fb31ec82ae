import type { InterviewStatus } from '@cip/contracts/interviews/interviews';
import type { Completion, InterviewRule, Rules } from '@cip/contracts/rooms/rules';
import type { DbContext, RoomContext } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { tidyRule } from '../../accounts/company/company.service.ts';
import { recordEvent } from '../../timeline/timeline.service.ts';
import { lockInterview } from '../interviews.service.ts';
import { recordInterview } from '../record-interview.service.ts';
import * as rules from './rules.repository.ts';
import { wholeCompany } from '../scope.service.ts';
import { ended } from '../../../errors.ts';

/** The interview of a rule, and the interviewer who sets it. */
interface Host {
  interviewId: string;
  companyId: string;
  userId: string;
}

/** Sets the rule of a running interview for everyone in the room. Throws `ended`, or `not_found`. */
export async function changeRule(
  ctx: RoomContext,
  host: Host,
  wanted: InterviewRule | null,
): Promise<{ rule: InterviewRule | null }> {
  const rule = tidyRule(wanted);
  await changeRunning(ctx, host, (trx, status) => switchRule(trx, host, status, rule));
  await showRules(ctx, host.interviewId, { rule });
  return { rule };
}

/** Sets how much the editor completes for everyone in the room. Throws `ended`, or `not_found`. */
export async function changeCompletion(
  ctx: RoomContext,
  host: Host,
  completion: Completion,
): Promise<{ completion: Completion }> {
  await changeRunning(ctx, host, (trx, status) => switchCompletion(trx, host, status, completion));
  await showRules(ctx, host.interviewId, { completion });
  return { completion };
}

/** Changes a running interview, and audits it unless `change` returns false. Throws `ended`, or `not_found`. */
async function changeRunning(
  { db }: RoomContext,
  { interviewId, companyId, userId }: Host,
  change: (trx: Transaction, status: InterviewStatus) => Promise<boolean>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { status, room_code: roomCode } = await lockInterview(trx, wholeCompany(companyId), interviewId);
    if (status !== 'active') throw ended();
    if (!(await change(trx, status))) return;
    await recordInterview(trx, companyId, 'interview.changed', { userId }, roomCode, { fields: ['rule'] });
  });
}

/**
 * Stores the rule of a locked interview, and its start if the interview runs. Returns false if it was the rule already.
 * Throws `ended` for another rule of an interview that is over.
 */
export async function switchRule(
  trx: Transaction,
  { interviewId, userId }: Pick<Host, 'interviewId' | 'userId'>,
  status: InterviewStatus,
  rule: InterviewRule | null,
): Promise<boolean> {
  if (!(await rules.setRule(trx, interviewId, rule))) return false;
  if (status === 'completed' || status === 'cancelled') throw ended();
  if (status === 'active')
    await recordEvent(trx, { interviewId, participantId: userId }, { kind: 'rule', data: { rule } });
  return true;
}

/** Stores how much the editor completes in a locked interview, else like `switchRule`. */
export async function switchCompletion(
  trx: Transaction,
  { interviewId, userId }: Pick<Host, 'interviewId' | 'userId'>,
  status: InterviewStatus,
  completion: Completion,
): Promise<boolean> {
  if (!(await rules.setCompletion(trx, interviewId, completion))) return false;
  if (status === 'completed' || status === 'cancelled') throw ended();
  if (status === 'active')
    await recordEvent(trx, { interviewId, participantId: userId }, { kind: 'completion', data: { completion } });
  return true;
}

/** Shows rules to everyone in the room or waiting for it. Resolves when every node has. */
export function showRules(
  { rooms }: RoomContext,
  interviewId: string,
  { rule, completion }: { [K in keyof Rules]?: Rules[K] | undefined },
): Promise<void> {
  if (rule !== undefined) rooms.showRule(interviewId, rule);
  if (completion !== undefined) rooms.showCompletion(interviewId, completion);
  return rooms.syncAdmissions(interviewId);
}

/** Returns the rules of an interview. */
export function readRules({ db }: DbContext, interviewId: string): Promise<Rules> {
  return rules.findRules(db, interviewId);
}

/** Returns the interviews in the list whose rules changed within `seconds`, with them. */
export async function findChangedRules({ db }: DbContext, interviewIds: string[], seconds: number) {
  return interviewIds.length > 0 ? rules.findChanged(db, interviewIds, seconds) : [];
}
