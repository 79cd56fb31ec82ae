import type { Body } from '@cip/contracts/protocol/endpoint';
import type { Interview } from '@cip/contracts/interviews/interviews';
import type { quickStart as quickStartCall } from '@cip/contracts/interviews/planning';
import { DEFAULT_COMPLETION, type Rules } from '@cip/contracts/rooms/rules';
import type { DbContext } from '../../context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, ended } from '../../errors.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { companyCallLink, companyRules, tidyRule } from '../accounts/company/company.service.ts';
import { lockCompany } from '../billing/billing.service.ts';
import { requireInterviewStart } from '../billing/limits.service.ts';
import { createDocument } from '../documents/documents.service.ts';
import { findTemplateSwitches, type TemplateSwitches } from '../questions/templates/templates.service.ts';
import { presetAllowed } from '../runs/run-settings.service.ts';
import { recordEvent } from '../timeline/timeline.service.ts';
import { announceInterview } from './interview-webhooks.service.ts';
import * as interviews from './interviews.repository.ts';
import * as openInterviews from './open-interviews.repository.ts';
import * as rooms from './room-state.repository.ts';
import { scopeOf, wholeCompany } from './scope.service.ts';
import { requireInterview, lockInterview } from './interviews.service.ts';
import { recordInterview } from './record-interview.service.ts';

/**
 * Starts an interview, or returns the company's existing one with the room code. Throws `conflict` if another company
 * has the room code, `plan_required`, `limit_reached`, or `invalid` for an unknown template.
 */
export function quickStart(
  { db }: DbContext,
  principal: Principal,
  { room_code: roomCode, template_id: templateId, ...chosen }: Body<typeof quickStartCall>,
): Promise<Interview> {
  const { companyId, userId, name } = principal;
  return db.transaction().execute(async (trx) => {
    // Before the query, so that the second of two concurrent calls finds the interview of the first.
    await lockCompany(trx, companyId);
    const existing = await interviews.findByRoomCode(trx, scopeOf(principal), roomCode);
    if (existing) return existing;
    if (await rooms.findInterviewForRoom(trx, roomCode)) throw roomCodeTaken();
    await requireInterviewStart(trx, companyId);
    const template = await findTemplateSwitches(trx, companyId, templateId);
    const id = await interviews.insert(trx, {
      company_id: companyId,
      interviewer_id: userId,
      interviewer_name: name,
      started_by: userId,
      room_code: roomCode,
      call_link: await companyCallLink(trx, companyId),
      ...(await ruleColumns(trx, companyId, chosen, template)),
      ...fieldsFrom(template),
    });
    if (id === undefined) throw roomCodeTaken();
    if (template) await presetAllowed(trx, id, template.allows_runs);
    await openInterviews.recordStart(trx, companyId, id);
    await createDocument(trx, id);
    await recordInterview(trx, companyId, 'interview.started', principal, roomCode);
    const interview = await requireInterview(trx, wholeCompany(companyId), id);
    await recordOpening(trx, interview, userId);
    await announceInterview(trx, companyId, 'interview.started', interview);
    return interview;
  });
}

/** Returns the columns that an interview takes over from its template. */
export function fieldsFrom(template: TemplateSwitches | undefined) {
  if (!template) return {};
  const { id, asks_before_admitting, typing_mode } = template;
  return { template_id: id, asks_before_admitting, typing_mode };
}

/** Returns the rule columns of a new interview: each as chosen, as its template has it, or as its company has it. */
export async function ruleColumns(
  trx: Transaction,
  companyId: string,
  chosen: { [K in keyof Rules]?: Rules[K] | undefined },
  template: TemplateSwitches | undefined,
) {
  const ofCompany = await companyRules(trx, companyId);
  const rule = chosen.rule === undefined ? (template?.rule ?? ofCompany.rule) : tidyRule(chosen.rule);
  return {
    rule: rule && JSON.stringify(rule),
    completion: chosen.completion ?? template?.completion ?? ofCompany.completion,
  };
}

async function recordOpening(
  trx: Transaction,
  { id: interviewId, rule, completion }: Interview,
  participantId: string,
): Promise<void> {
  const by = { interviewId, participantId };
  await recordEvent(trx, { ...by, opId: 'opened' }, { kind: 'opened', data: {} });
  if (rule) await recordEvent(trx, { ...by, opId: 'first-rule' }, { kind: 'rule', data: { rule } });
  if (completion !== DEFAULT_COMPLETION)
    await recordEvent(trx, { ...by, opId: 'first-completion' }, { kind: 'completion', data: { completion } });
}

export const roomCodeTaken = () => conflict('This room code is already in use. Please start again with another one.');

/**
 * Starts a scheduled interview; returns an active one unchanged. Throws as quickStart does, `ended`, or `not_found`.
 */
export function startInterview({ db }: DbContext, principal: Principal, id: string): Promise<Interview> {
  const { companyId, userId } = principal;
  return db.transaction().execute(async (trx) => {
    await lockCompany(trx, companyId);
    const locked = await lockInterview(trx, scopeOf(principal), id);
    if (locked.status === 'completed' || locked.status === 'cancelled') throw ended();
    if (locked.status === 'active') return requireInterview(trx, wholeCompany(companyId), id);
    await requireInterviewStart(trx, companyId);
    await openInterviews.markStarted(trx, principal, id);
    await openInterviews.recordStart(trx, companyId, id);
    await recordInterview(trx, companyId, 'interview.started', principal, locked.room_code);
    const interview = await requireInterview(trx, wholeCompany(companyId), id);
    await recordOpening(trx, interview, userId);
    await announceInterview(trx, companyId, 'interview.started', interview);
    return interview;
  });
}
