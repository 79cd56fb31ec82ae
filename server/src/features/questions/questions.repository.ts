import { foldText } from '@cip/contracts/protocol/fold-text';
import type { Question, QuestionContent, QuestionSummary } from '@cip/contracts/questions/questions';
import type { Solution } from '@cip/contracts/questions/solutions';
import { sql } from 'kysely';
import { folded } from '../../platform/database/folded.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { countRows, hasRow } from '../../platform/database/endings.ts';
import { storedStarters, type StoredStarters, wholeStarters } from './hidden-files.ts';

const CONTENT_COLUMNS = [
  'title',
  'text',
  'guide',
  'starters',
  'hidden_files',
  'solutions',
  'data',
  'tests',
  'minutes',
  'tags',
] as const;

// A row with its hidden files in their starters, and with solutions only if there are some.
function whole<T extends StoredStarters & { solutions: Solution[] }>({ hidden_files, solutions, ...row }: T) {
  const starters = wholeStarters({ starters: row.starters, hidden_files });
  return { ...row, starters, ...(solutions.length > 0 && { solutions }) };
}

// Each question with the content of its latest version.
function ofCompany(db: Database, companyId: string) {
  return db
    .selectFrom('questions')
    .innerJoin('question_versions as latest', (join) =>
      join.onRef('latest.question_id', '=', 'questions.id').onRef('latest.version', '=', 'questions.version'),
    )
    .where('company_id', '=', companyId)
    .select(['id', 'questions.version', 'updated_at'])
    .select(sql<boolean>`archived_at is not null`.as('is_archived'))
    .select(sql<boolean>`used_at is not null`.as('is_used'));
}

/** Returns a question of the company, or undefined. */
export async function findQuestion(db: Database, companyId: string, id: string): Promise<Question | undefined> {
  const row = await ofCompany(db, companyId).select(CONTENT_COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && whole(row);
}

/** Filters a list of questions. */
export interface QuestionFilter {
  search: string;
  tag: string | undefined;
  isArchived: boolean;
}

function matching(db: Database, companyId: string, { search, tag, isArchived }: QuestionFilter) {
  const text = foldText(search.trim());
  return ofCompany(db, companyId)
    .where('archived_at', isArchived ? 'is not' : 'is', null)
    .$if(tag !== undefined, (query) => query.where(sql<boolean>`tags @> ${JSON.stringify([tag])}::jsonb`))
    .$if(text !== '', (query) =>
      query.where(
        sql<boolean>`(strpos(${folded(sql`title`)}, ${text}) > 0 or strpos(${folded(sql`text`)}, ${text}) > 0
          or strpos(${folded(sql`tags::text`)}, ${text}) > 0)`,
      ),
    );
}

/** Returns questions of the company, the latest change first. */
export function listQuestions(
  db: Database,
  companyId: string,
  filter: QuestionFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<QuestionSummary[]> {
  return matching(db, companyId, filter)
    .select(['title', 'tags', 'minutes'])
    .select(sql<string[]>`jsonb_path_query_array(starters, '$[*].language')`.as('languages'))
    .select(sql<number>`jsonb_array_length(tests)`.as('test_count'))
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Returns how many questions of the company match. */
export function countQuestions(db: Database, companyId: string, filter: QuestionFilter): Promise<number> {
  return matching(db, companyId, filter).$call(countRows);
}

/** Returns the tags of the company's questions, without archived ones, the most frequent first. */
export async function listTags(db: Database, companyId: string): Promise<{ tag: string; count: number }[]> {
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, count(*) as count
    from questions q
    join question_versions v on v.question_id = q.id and v.version = q.version
    cross join jsonb_array_elements_text(v.tags) tag
    where q.company_id = ${companyId} and q.archived_at is null
    group by tag order by count(*) desc, tag`.execute(db);
  return rows;
}

/** Returns how many questions the company has, with archived ones. */
export function countAll(db: Database, companyId: string): Promise<number> {
  return db.selectFrom('questions').where('company_id', '=', companyId).$call(countRows);
}

/** Returns the ids and titles of the company's questions that are not archived, by title. */
export function listTitles(db: Database, companyId: string): Promise<{ id: string; title: string }[]> {
  return ofCompany(db, companyId)
    .select('title')
    .where('archived_at', 'is', null)
    .orderBy('title')
    .orderBy('id')
    .execute();
}

/** Returns whether the company has a question with this content, archived ones included, whatever its solutions. */
export function hasContent(
  trx: Transaction,
  companyId: string,
  { title, text, guide, starters, data, tests, minutes, tags }: QuestionContent,
): Promise<boolean> {
  const stored = storedStarters(starters);
  return ofCompany(trx, companyId)
    .where('title', '=', title)
    .where('text', '=', text)
    .where('guide', '=', guide)
    .where(sql<boolean>`starters = ${JSON.stringify(stored.starters)}::jsonb`)
    .where(sql<boolean>`hidden_files = ${JSON.stringify(stored.hidden_files)}::jsonb`)
    .where(sql<boolean>`data is not distinct from ${data}`)
    .where(sql<boolean>`tests = ${JSON.stringify(tests)}::jsonb`)
    .where(sql<boolean>`minutes is not distinct from ${minutes}`)
    .where(sql<boolean>`tags = ${JSON.stringify(tags)}::jsonb`)
    .limit(1)
    .$call(hasRow);
}

/** Adds a question without content, at version 1, and returns its id. */
export async function insertQuestion(trx: Transaction, companyId: string, isFromLibrary: boolean): Promise<string> {
  const row = await trx
    .insertInto('questions')
    .values({ company_id: companyId, version: 1, is_from_library: isFromLibrary })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Stores the content of a version. */
export async function insertVersion(
  trx: Transaction,
  { questionId, version, userId }: { questionId: string; version: number; userId: string },
  { starters, solutions = [], tests, tags, ...content }: QuestionContent,
): Promise<void> {
  const stored = storedStarters(starters);
  await trx
    .insertInto('question_versions')
    .values({
      question_id: questionId,
      version,
      user_id: userId,
      ...content,
      starters: JSON.stringify(stored.starters),
      hidden_files: JSON.stringify(stored.hidden_files),
      solutions: JSON.stringify(solutions),
      tests: JSON.stringify(tests),
      tags: JSON.stringify(tags),
    })
    .execute();
}

/** Returns and locks a question of the company, or returns undefined. */
export function lockQuestion(trx: Transaction, companyId: string, id: string) {
  return trx
    .selectFrom('questions')
    .select(['id', 'version', 'used_at', 'archived_at'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Makes a stored version the latest, and deletes versions beyond the newest `keep`. */
export async function setVersion(
  trx: Transaction,
  companyId: string,
  id: string,
  { version, keep }: { version: number; keep: number },
): Promise<void> {
  await trx
    .updateTable('questions')
    .set({ version, updated_at: sql<string>`clock_timestamp()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  await trx
    .deleteFrom('question_versions')
    .where('question_id', '=', id)
    .where('version', '<=', version - keep)
    .execute();
}

/** Archives a question or takes it out of the archive. */
export async function setArchived(trx: Transaction, companyId: string, id: string, isArchived: boolean): Promise<void> {
  await trx
    .updateTable('questions')
    .set({ archived_at: isArchived ? sql<string>`clock_timestamp()` : null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Deletes a question with its versions. */
export async function deleteQuestion(trx: Transaction, companyId: string, id: string): Promise<void> {
  await trx.deleteFrom('questions').where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** Returns the versions of a question of the company, newest first. */
export function listVersions(
  db: Database,
  companyId: string,
  id: string,
): Promise<{ version: number; at: string; by: string | null }[]> {
  return db
    .selectFrom('question_versions as versions')
    .innerJoin('questions', 'questions.id', 'versions.question_id')
    .leftJoin('users', 'users.id', 'versions.user_id')
    .select(['versions.version', 'versions.at', 'users.name as by'])
    .where('questions.company_id', '=', companyId)
    .where('questions.id', '=', id)
    .orderBy('versions.version', 'desc')
    .execute();
}

/** Returns the content of a version of a question of the company, or undefined. */
export async function findVersion(
  db: Database,
  companyId: string,
  id: string,
  version: number,
): Promise<QuestionContent | undefined> {
  const row = await db
    .selectFrom('question_versions as versions')
    .innerJoin('questions', 'questions.id', 'versions.question_id')
    .select(CONTENT_COLUMNS)
    .where('questions.company_id', '=', companyId)
    .where('questions.id', '=', id)
    .where('versions.version', '=', version)
    .executeTakeFirst();
  return row && whole(row);
}
