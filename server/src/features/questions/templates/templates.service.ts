import { isDeepStrictEqual } from 'node:util';
import { NO_SUCH_TEMPLATE } from '@cip/contracts/protocol/not-found';
import { mayInterview } from '@cip/contracts/accounts/roles';
import {
  TEMPLATE_NAME_MAX,
  TEMPLATES_MAX,
  type Template,
  type TemplateBody,
  type TemplateChange,
} from '@cip/contracts/questions/templates';
import type { DbContext } from '../../../context.ts';
import { AppError, conflict, invalid, notFound } from '../../../errors.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { requireName } from '../../../platform/names.ts';
import type { Rules } from '@cip/contracts/rooms/rules';
import { tidyRule } from '../../accounts/company/company.service.ts';
import { lockCompany } from '../../billing/billing.service.ts';
import { recordByUser } from '../questions.service.ts';
import * as templates from './templates.repository.ts';

export { findTemplate } from './templates.repository.ts';

const noSuchTemplate = () => notFound(NO_SUCH_TEMPLATE);

/** Returns the company's templates, by name; for coordinators without their questions and criteria. */
export async function listTemplates({ db }: DbContext, { companyId, role }: Principal) {
  const data = await templates.listTemplates(db, companyId);
  return { data: mayInterview(role) ? data : data.map((each) => ({ ...each, questions: [], criteria: [] })) };
}

/** The parts of a template that an interview takes over. */
export type TemplateSwitches = Pick<
  Template,
  'id' | 'asks_before_admitting' | 'typing_mode' | 'allows_runs' | keyof Rules
>;

/** Returns the switches of the template that an interview begins from. Throws `invalid` if it is unknown. */
export async function findTemplateSwitches(
  trx: Transaction,
  companyId: string,
  id: string | undefined,
): Promise<TemplateSwitches | undefined> {
  if (id === undefined) return undefined;
  const template = await templates.keepTemplate(trx, companyId, id);
  if (!template) throw invalid('template_id', 'This template does not exist any more.');
  return template;
}

async function requireTemplate(db: Database, companyId: string, id: string): Promise<Template> {
  const template = await templates.findTemplate(db, companyId, id);
  if (!template) throw noSuchTemplate();
  return template;
}

/** Adds a template. Throws `limit_reached`, or `invalid` for an unknown question. */
export function createTemplate({ db }: DbContext, principal: Principal, body: TemplateBody): Promise<Template> {
  const { companyId } = principal;
  return db.transaction().execute(async (trx) => {
    // Before counting, so that the second of two concurrent calls counts the template of the first.
    await lockCompany(trx, companyId);
    if ((await templates.countTemplates(trx, companyId)) >= TEMPLATES_MAX)
      throw new AppError('limit_reached', `A company has at most ${TEMPLATES_MAX} templates.`);
    const { question_ids, ...settings } = tidy(body);
    const id = await templates.insertTemplate(trx, companyId, settings);
    await setQuestions(trx, companyId, id, question_ids);
    await recordByUser(trx, principal, 'question.template_added');
    return requireTemplate(trx, companyId, id);
  });
}

/**
 * Changes a template. Throws `not_found`, `conflict` if `updated_at` is not the latest, or `invalid` for a question.
 */
export function changeTemplate(
  { db }: DbContext,
  principal: Principal,
  id: string,
  { updated_at, ...body }: TemplateChange,
): Promise<Template> {
  const { companyId } = principal;
  return db.transaction().execute(async (trx) => {
    await templates.lockTemplate(trx, companyId, id);
    const tidied = tidy(body);
    const stored = await requireTemplate(trx, companyId, id);
    // Also if the reply to a save was lost.
    if (isSame(stored, tidied)) return stored;
    if (updated_at !== undefined && stored.updated_at !== updated_at)
      throw conflict('A colleague has changed this template. Open it again to see how.');
    const { question_ids, ...settings } = tidied;
    await templates.updateTemplate(trx, companyId, id, settings);
    await setQuestions(trx, companyId, id, question_ids);
    await recordByUser(trx, principal, 'question.template_changed');
    return requireTemplate(trx, companyId, id);
  });
}

/** Deletes a template. Throws `not_found`. */
export async function deleteTemplate({ db }: DbContext, principal: Principal, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await templates.deleteTemplate(trx, principal.companyId, id))) throw noSuchTemplate();
    await recordByUser(trx, principal, 'question.template_deleted');
  });
}

function isSame({ questions, ...stored }: Template, { question_ids, ...settings }: TemplateBody): boolean {
  const ids = questions.map(({ id }) => id);
  return isDeepStrictEqual([ids, { ...stored, ...settings }], [question_ids, stored]);
}

function tidy(body: TemplateBody): TemplateBody {
  const { name, rule } = body;
  return {
    ...body,
    name: requireName('name', name, TEMPLATE_NAME_MAX),
    ...(rule !== undefined && { rule: tidyRule(rule) }),
  };
}

async function setQuestions(trx: Transaction, companyId: string, id: string, ids: string[]): Promise<void> {
  if (!(await templates.setTemplateQuestions(trx, companyId, id, ids)))
    throw invalid('question_ids', 'A question does not exist any more. Please choose again.');
}
