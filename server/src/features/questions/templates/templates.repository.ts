import type { Template, TemplateBody } from '@cip/contracts/questions/templates';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { countRows, hasChanged } from '../../../platform/database/endings.ts';

const questionsOf = sql<Template['questions']>`(
  select coalesce(
    json_agg(
      json_build_object(
        'id', q.id, 'title', v.title, 'is_archived', q.archived_at is not null, 'minutes', v.minutes,
        'languages', jsonb_path_query_array(v.starters, '$[*].language'), 'test_count', jsonb_array_length(v.tests))
      order by position),
    '[]')
  from template_questions tq
  join questions q on q.id = tq.question_id
  join question_versions v on v.question_id = q.id and v.version = q.version
  where tq.template_id = interview_templates.id)`;

function ofCompany(db: Database, companyId: string) {
  return db
    .selectFrom('interview_templates')
    .select([
      'id',
      'updated_at',
      'name',
      'criteria',
      'asks_before_admitting',
      'typing_mode',
      'allows_runs',
      'rule',
      'completion',
    ])
    .select(questionsOf.as('questions'))
    .where('company_id', '=', companyId);
}

/** Returns the company's templates, by name. */
export function listTemplates(db: Database, companyId: string): Promise<Template[]> {
  return ofCompany(db, companyId).orderBy('name').orderBy('id').execute();
}

/** Returns a template of the company, or undefined. */
export function findTemplate(db: Database, companyId: string, id: string): Promise<Template | undefined> {
  return ofCompany(db, companyId).where('id', '=', id).executeTakeFirst();
}

/** Returns a template of the company, or undefined. It cannot be deleted before the transaction is over. */
export function keepTemplate(trx: Transaction, companyId: string, id: string): Promise<Template | undefined> {
  return ofCompany(trx, companyId).where('id', '=', id).forKeyShare().executeTakeFirst();
}

/** Returns how many templates the company has. */
export function countTemplates(db: Database, companyId: string): Promise<number> {
  return db.selectFrom('interview_templates').where('company_id', '=', companyId).$call(countRows);
}

function columnsOf({ criteria, rule, ...settings }: Omit<TemplateBody, 'question_ids'>) {
  return {
    ...settings,
    criteria: JSON.stringify(criteria),
    ...(rule !== undefined && { rule: rule && JSON.stringify(rule) }),
  };
}

/** Adds a template without questions and returns its id. */
export async function insertTemplate(
  trx: Transaction,
  companyId: string,
  settings: Omit<TemplateBody, 'question_ids'>,
): Promise<string> {
  const row = await trx
    .insertInto('interview_templates')
    .values({ company_id: companyId, ...columnsOf(settings) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Locks a template of the company, if there is one. */
export async function lockTemplate(trx: Transaction, companyId: string, id: string): Promise<void> {
  await trx
    .selectFrom('interview_templates')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
}

/** Changes a template without its questions. */
export async function updateTemplate(
  trx: Transaction,
  companyId: string,
  id: string,
  settings: Omit<TemplateBody, 'question_ids'>,
): Promise<void> {
  await trx
    .updateTable('interview_templates')
    .set({ ...columnsOf(settings), updated_at: sql<string>`clock_timestamp()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Replaces the questions of a template. Returns false if one of them is not the company's. */
export async function setTemplateQuestions(
  trx: Transaction,
  companyId: string,
  id: string,
  questionIds: string[],
): Promise<boolean> {
  await trx.deleteFrom('template_questions').where('template_id', '=', id).execute();
  if (questionIds.length === 0) return true;
  const { numAffectedRows = 0n } = await sql`
    insert into template_questions (template_id, position, question_id)
    select ${id}, wanted.position - 1, q.id
    from unnest(${questionIds}::uuid[]) with ordinality as wanted (question_id, position)
    join questions q on q.id = wanted.question_id and q.company_id = ${companyId}`.execute(trx);
  return numAffectedRows === BigInt(questionIds.length);
}

/** Deletes a template. Returns false if the company has no such template. */
export function deleteTemplate(trx: Transaction, companyId: string, id: string): Promise<boolean> {
  return trx
    .deleteFrom('interview_templates')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .$call(hasChanged);
}
