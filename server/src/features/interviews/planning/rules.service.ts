import type { InterviewStatus } from '@cip/contracts/interviews/interviews';
import type { InterviewRule } from '@cip/contracts/rooms/rules';
import type { Transaction } from 'kysely';
import type { DbContext, RoomContext } from '../../../context.ts';
import type { Tables } from '../../../platform/database/database.ts';
import { tidyRule } from '../../accounts/company/company.service.ts';
import { recordEvent } from '../../timeline/timeline.service.ts';
import { ended, lockInterview, recordInterview } from '../interviews.service.ts';
import * as rules from './rules.repository.ts';
import { wholeCompany } from '../scope.service.ts';

/** If a rule changed within this time, nodes that are cut off from others send it again (s). */
const CHANGED_WITHIN_S = 10;

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
  const { interviewId, companyId, userId } = host;
  await ctx.db.transaction().execute(async (trx) => {
    const { status, room_code: roomCode } = await lockInterview(trx, wholeCompany(companyId), interviewId);
    if (status !== 'active') throw ended();
    if (!(await switchRule(trx, host, status, rule))) return;
    await recordInterview(trx, companyId, 'interview.changed', { userId }, roomCode, { fields: ['rule'] });
  });
  await showRule(ctx, interviewId, rule);
  return { rule };
}

/**
 * Stores the rule of a locked interview, and its start if the interview runs. Returns false if it was the rule already.
 * Throws `ended` for another rule of an interview that is over.
 */
export async function switchRule(
  trx: Transaction<Tables>,
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

/** Shows the rule to everyone in the room or waiting for it. Resolves when every node has. */
export function showRule({ rooms }: RoomContext, interviewId: string, rule: InterviewRule | null): Promise<void> {
  rooms.showRule(interviewId, rule);
  return rooms.syncAdmissions(interviewId);
}

/** Returns the rule of an interview; null if it has none. */
export function readRule({ db }: DbContext, interviewId: string): Promise<InterviewRule | null> {
  return rules.findRule(db, interviewId);
}

/** Returns the interviews in the list whose rule changed a moment ago, with that rule. */
export async function findChangedRules({ db }: DbContext, interviewIds: string[]) {
  return interviewIds.length > 0 ? rules.findChanged(db, interviewIds, CHANGED_WITHIN_S) : [];
}
