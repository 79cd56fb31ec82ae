import type { AuditDetails } from '@cip/contracts/accounts/audit';
import type { Body } from '@cip/contracts/protocol/endpoint';
import type { Interview, MailedReply } from '@cip/contracts/interviews/interviews';
import type { changePlan as changeCall } from '@cip/contracts/interviews/planning';
import type { MailContext, RoomContext } from '../../../context.ts';
import { conflict, ended } from '../../../errors.ts';
import { retryDeadlocks } from '../../../platform/database/deadlock.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { areSameRules, requireCallLink } from '../../accounts/company/company.service.ts';
import { replaceOthers } from '../interviewers.repository.ts';
import { orderPlanChange } from '../mails/interview-mails.service.ts';
import { requireCandidateEmail } from './candidate-accounts.service.ts';
import * as interviews from './plan.repository.ts';
import { lockInterview, requireInterview } from '../interviews.service.ts';
import { recordInterview } from '../record-interview.service.ts';
import { parseScheduledAt, parseTimeZone, requireInterviewers } from './plan-fields.service.ts';
import { showRules } from './rules.service.ts';
import { scopeOf, wholeCompany } from '../scope.service.ts';
import { withMail } from '../shown-interviews.service.ts';
import { switchTemplate } from './template-changes.service.ts';

/** The message to a planner if their change would undo another planner's. */
const CHANGED_MEANWHILE = 'Someone changed this plan in the meantime. Check it and save again.';

/**
 * Changes the plan of a scheduled interview and writes to its candidate and interviewers, unless only the start of the
 * room changes. A repetition changes nothing. Throws `conflict` once it runs or if the plan changed since the caller
 * read it, `ended`, `invalid`, or `not_found`.
 */
export async function changePlan(
  ctx: MailContext & RoomContext,
  principal: Principal,
  id: string,
  body: Body<typeof changeCall>,
): Promise<MailedReply> {
  const { companyId } = principal;
  const { template_id: templateId } = body;
  // The change or removal of an interviewer takes the same locks in the other order.
  const changed = await retryDeadlocks(() =>
    ctx.db.transaction().execute(async (trx) => {
      const { status, time_zone: zone } = await lockInterview(trx, scopeOf(principal), id);
      requireScheduled(status);
      const before = await requireInterview(trx, wholeCompany(companyId), id);
      const plan = planFrom(body, before);
      const people = body.interviewer_ids && (await requireInterviewers(trx, companyId, body.interviewer_ids));
      const wanted = { ...plan, ...(templateId !== undefined && { template_id: templateId }) };
      const fields = changedFields(before, { ...before, ...wanted, ...(people && { interviewers: people }) });
      // E-mails name the time in the zone.
      if (!fields.includes('time') && (plan.time_zone ?? zone) !== zone) fields.push('time');
      if (fields.length === 0) return { session: before };
      if (body.revision !== before.plan_revision) throw conflict(CHANGED_MEANWHILE);
      const lead = people && { interviewer_id: people[0].id, interviewer_name: people[0].name };
      const template =
        fields.includes('template') && (await switchTemplate(trx, principal, before, templateId ?? null));
      await interviews.updatePlan(trx, companyId, id, { ...plan, ...lead, ...template });
      if (people) await replaceOthers(trx, id, people.slice(1));
      // Also for interviewers who just left it.
      const after = await requireInterview(trx, wholeCompany(companyId), id);
      if (fields.includes('interviewers'))
        await requireCandidateEmail(trx, principal, after, after.candidate_email, 'interviewer_ids');
      if (!areSameRules(before, after)) fields.push('rule');
      await recordInterview(trx, companyId, 'interview.rescheduled', principal, before.room_code, { fields });
      const isMailed = !fields.some(isInMails) || (await orderPlanChange(ctx, trx, { before, after }, principal));
      return withMail(after, isMailed);
    }),
  );
  if (templateId !== undefined) await showRules(ctx, id, changed.session);
  return changed;
}

/** Returns whether e-mails and calendars have a field of a plan. */
const isInMails = (field: string) => field !== 'template' && field !== 'rule';

function requireScheduled(status: Interview['status']): void {
  if (status === 'active') throw conflict('This session is running, so its plan no longer changes.');
  if (status !== 'scheduled') throw ended();
}

/** Returns the columns that change. A time that stays may be past, because a late interview can still change. */
function planFrom(body: Body<typeof changeCall>, before: Interview) {
  const { scheduled_at: time, time_zone: zone, minutes, call_link: link } = body;
  const isMoved = time !== undefined && Date.parse(time) !== Date.parse(before.scheduled_at ?? '');
  return {
    ...(isMoved && { scheduled_at: parseScheduledAt(time) }),
    ...(zone !== undefined && { time_zone: parseTimeZone(zone) }),
    ...(minutes !== undefined && { minutes }),
    ...(link !== undefined && { call_link: requireCallLink(link) }),
  };
}

const idsOf = ({ interviewers }: Interview) => interviewers.map(({ id }) => id).join();

function changedFields(before: Interview, after: Interview): AuditDetails['fields'] & {} {
  return [
    ...(after.scheduled_at === before.scheduled_at ? [] : (['time'] as const)),
    ...(after.minutes === before.minutes ? [] : (['length'] as const)),
    ...(idsOf(after) === idsOf(before) ? [] : (['interviewers'] as const)),
    ...(after.call_link === before.call_link ? [] : (['call link'] as const)),
    ...(after.template_id === before.template_id ? [] : (['template'] as const)),
  ];
}
