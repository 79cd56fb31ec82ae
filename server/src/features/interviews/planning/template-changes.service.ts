import type { Interview } from '@cip/contracts/interviews/interviews';
import { DEFAULT_TYPING_MODE } from '@cip/contracts/rooms/rooms';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { companyRules, isSameRule } from '../../accounts/company/company.service.ts';
import { findTemplateSwitches } from '../../questions/templates/templates.service.ts';
import { presetAllowed } from '../../runs/run-settings.service.ts';
import { switchAsking } from '../admissions/admissions.service.ts';
import { switchCompletion, switchRule } from './rules.service.ts';

/**
 * Sets up a locked interview that has not begun as another template says, or as without a template, and returns the
 * columns that still have to change. The previous template's rule and completion go with it; the waiting room is never
 * turned off. Throws `invalid` if the template is unknown.
 */
export async function switchTemplate(
  trx: Transaction,
  { companyId, userId, key }: Principal,
  interview: Interview,
  templateId: string | null,
) {
  const { id: interviewId, room_code: roomCode, status } = interview;
  const left = await findTemplateSwitches(trx, companyId, interview.template_id ?? undefined);
  const next = await findTemplateSwitches(trx, companyId, templateId ?? undefined);
  const host = { interviewId, companyId, roomCode, userId, key };
  const ofCompany = await companyRules(trx, companyId);
  const isRuleOfLeft = left?.rule && isSameRule(left.rule, interview.rule);
  await switchRule(trx, host, status, next?.rule ?? (isRuleOfLeft ? ofCompany : interview).rule);
  const isCompletionOfLeft = left?.completion === interview.completion;
  const { completion } = isCompletionOfLeft ? ofCompany : interview;
  await switchCompletion(trx, host, status, next?.completion ?? completion);
  if (next?.asks_before_admitting) await switchAsking(trx, host, true);
  await presetAllowed(trx, interviewId, next?.allows_runs ?? true);
  return { template_id: next?.id ?? null, typing_mode: next?.typing_mode ?? DEFAULT_TYPING_MODE };
}
