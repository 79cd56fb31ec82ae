import type { AuditAction } from '@cip/contracts/accounts/audit';
import type { Payload, EventReply } from '@cip/contracts/protocol/events';
import { type Admission, type admitCandidate } from '@cip/contracts/interviews/admissions';
import type { TimelineKind } from '@cip/contracts/timeline/timeline';
import type { DbContext, RoomContext } from '../../../context.ts';
import { ended, notFound, waiting } from '../../../errors.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { recordEvent } from '../../timeline/timeline.service.ts';
import * as admissions from './admissions.repository.ts';
import { setCandidateName } from '../candidates.repository.ts';
import { requireInterview } from '../interviews.service.ts';
import { recordInterview } from '../record-interview.service.ts';
import { scopeOf } from '../scope.service.ts';

export { findWaiting, keepConnected } from './admissions.repository.ts';

/** The interview of a decision, and the interviewer who decides. */
interface Host {
  interviewId: string;
  companyId: string;
  roomCode: string;
  userId: string;
  /** The API key with which the user acts, if any. */
  key?: { id: string } | undefined;
}

interface DecisionRule {
  from: Admission;
  to: Admission;
  kind: TimelineKind & ('admitted' | 'sent_back' | 'rejected');
  action: AuditAction;
}

/** The decisions about a candidate: the state that they apply to, and the new one. */
const DECISIONS = {
  admit: { from: 'waiting', to: 'admitted', kind: 'admitted', action: 'interview.candidate_admitted' },
  sendBack: { from: 'admitted', to: 'waiting', kind: 'sent_back', action: 'interview.candidate_sent_back' },
  reject: { from: 'waiting', to: 'rejected', kind: 'rejected', action: 'interview.candidate_rejected' },
} satisfies Record<string, DecisionRule>;

/**
 * Decides about a candidate. The first decision counts: a later one changes nothing, and returns the state with the
 * name of the user who decided. Throws `not_found` if the candidate was removed or is another interview's, and `ended`.
 */
export function decideAdmission(
  { db }: DbContext,
  host: Host,
  { participantId }: Payload<typeof admitCandidate>,
  decision: keyof typeof DECISIONS,
): Promise<EventReply<typeof admitCandidate>> {
  const rule = DECISIONS[decision];
  const { interviewId } = host;
  return db.transaction().execute(async (trx) => {
    const interview = await requireActive(trx, interviewId);
    const before = await requireCandidate(trx, interviewId, participantId);
    const isNew = before.admission === rule.from;
    if (isNew) {
      await admissions.setAdmission(trx, interviewId, participantId, { admission: rule.to, by: host.userId });
      await recordDecision(trx, host, rule, participantId);
      // Otherwise the link would still show the code, and let the candidate join again.
      if (decision === 'sendBack') await admissions.setAsking(trx, interviewId, true);
      if (decision === 'admit' && interview.candidate_name === null)
        await setCandidateName(trx, interviewId, before.name);
    }
    const { admission, by } = isNew ? await requireCandidate(trx, interviewId, participantId) : before;
    return { admission, by, isNew };
  });
}

/** Locks an interview and returns it. Throws `ended` unless it is active. */
export async function requireActive(trx: Transaction, interviewId: string) {
  const interview = await admissions.lockForAdmission(trx, interviewId);
  if (interview?.status !== 'active') throw ended();
  return interview;
}

async function requireCandidate(db: Database, interviewId: string, candidateId: string) {
  const found = await admissions.findAdmission(db, interviewId, candidateId);
  const isGone = found?.removed_at !== null && found?.admission !== 'rejected';
  if (!found || isGone) throw notFound('There is no such candidate in this session.');
  return found;
}

async function recordDecision(
  trx: Transaction,
  host: Host,
  { kind, action }: Pick<DecisionRule, 'kind' | 'action'>,
  participantId: string,
): Promise<void> {
  const { interviewId, companyId, roomCode, userId } = host;
  await recordEvent(trx, { interviewId, participantId: userId }, { kind, data: { participantId } });
  await recordInterview(trx, companyId, action, host, roomCode);
}

/** Switches "Ask before admitting"; off admits all candidates who wait. Throws `ended`. */
export function setAsking({ db }: DbContext, host: Host, isOn: boolean): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await requireActive(trx, host.interviewId);
    await switchAsking(trx, host, isOn);
  });
}

/** Switches "Ask before admitting" of an interview in any state; off admits all candidates who wait while it runs. */
export async function switchAsking(trx: Transaction, host: Host, isOn: boolean): Promise<void> {
  const { interviewId, userId } = host;
  const interview = await admissions.lockForAdmission(trx, interviewId);
  if (!(await admissions.setAsking(trx, interviewId, isOn)) || isOn) return;
  if (interview?.status !== 'active') return;
  const admitted = await admissions.admitAll(trx, interviewId, userId);
  for (const { id } of admitted) await recordDecision(trx, host, DECISIONS.admit, id);
  const [first] = admitted;
  if (first && interview.candidate_name === null) await setCandidateName(trx, interviewId, first.name);
}

/** Locks or unlocks the room. Throws `ended`. */
export function setLocked(
  { db }: DbContext,
  { interviewId, companyId, roomCode, userId }: Host,
  isLocked: boolean,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await requireActive(trx, interviewId);
    if (!(await admissions.setLocked(trx, interviewId, isLocked))) return;
    const act = { kind: isLocked ? 'locked' : 'unlocked', data: {} } as const;
    await recordEvent(trx, { interviewId, participantId: userId }, act);
    await recordInterview(trx, companyId, `interview.${act.kind}`, { userId }, roomCode);
  });
}

/** Lets a waiting candidate in from outside of the room. Throws `not_found`, or `ended`. */
export async function admitFromOutside(
  ctx: RoomContext,
  principal: Principal,
  interviewId: string,
  participantId: string,
): Promise<EventReply<typeof admitCandidate>> {
  const { companyId, userId } = principal;
  const { room_code: roomCode } = await requireInterview(ctx.db, scopeOf(principal), interviewId);
  const host = { interviewId, companyId, roomCode, userId };
  const decision = await decideAdmission(ctx, host, { participantId }, 'admit');
  void ctx.rooms.syncAdmissions(interviewId);
  return decision;
}

/** Throws `waiting` while no interviewer has admitted the candidate. */
export function requireAdmitted({ admission }: { admission: Admission }): void {
  if (admission !== 'admitted') throw waiting();
}
