import { DATA_LANGUAGES } from '@cip/contracts/runs/question-data';
import type { QuestionContent } from '@cip/contracts/questions/questions';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { QuestionPlace } from './question-place.ts';

/** The test of a question, as the database has it. */
type Test = QuestionContent['tests'][number];

/** The parts of a question that everyone in the room may read. */
export type PublicContent = QuestionPlace & Pick<QuestionContent, 'text' | 'starters' | 'tests'>;

/** Returns the public parts of questions of an interview; the rest of a content does not leave the database. */
export function readPublicContents(db: Database, interviewId: string, ids: string[]): Promise<PublicContent[]> {
  return db
    .selectFrom('interview_questions')
    .select(['id', 'number'])
    .select([
      sql<string>`content ->> 'text'`.as('text'),
      sql<QuestionContent['starters']>`content -> 'starters'`.as('starters'),
      sql<Test[]>`jsonb_path_query_array(content, '$.tests[*] ? (@.is_hidden == false)')`.as('tests'),
    ])
    .where('interview_id', '=', interviewId)
    .where('id', 'in', ids)
    .orderBy('number')
    .execute();
}

/** Returns the SQL data of a question of an interview, or null, and whether it is written in SQL. */
export async function readData(
  db: Database,
  interviewId: string,
  id: string,
): Promise<{ data: string | null; isInSql: boolean } | undefined> {
  return db
    .selectFrom('interview_questions')
    .select([
      sql<string | null>`content ->> 'data'`.as('data'),
      sql<boolean>`jsonb_path_exists(content, '$.tests[*].is_query ? (@ == true)')
        or exists (select from jsonb_array_elements(content -> 'starters') starter
          where starter ->> 'language' = any(${DATA_LANGUAGES}::text[]))`.as('isInSql'),
    ])
    .where('interview_id', '=', interviewId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns a shown question of an interview with the numbers of its tests, and if it has hidden files, or undefined. */
export function countTests(
  db: Database,
  interviewId: string,
  id: string,
): Promise<(QuestionPlace & { open: number; hidden: number; has_hidden_files: boolean }) | undefined> {
  const count = (isHidden: boolean) =>
    sql<number>`(select count(*)::int from jsonb_path_query(content, '$.tests[*].is_hidden') as hidden
      where hidden = ${JSON.stringify(isHidden)}::jsonb)`;
  return db
    .selectFrom('interview_questions')
    .select(['id', 'number', count(false).as('open'), count(true).as('hidden')])
    .select(sql<boolean>`jsonb_path_exists(content, '$.hidden_files[*]')`.as('has_hidden_files'))
    .where('interview_id', '=', interviewId)
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Returns a test of a shown question of an interview by its place, the hidden ones behind the others, or null;
 * undefined if there is no such question.
 */
export async function findTest(
  db: Database,
  interviewId: string,
  id: string,
  place: number,
): Promise<Test | null | undefined> {
  const row = await db
    .selectFrom('interview_questions')
    .select(
      sql<Test | null>`(select test from jsonb_array_elements(content -> 'tests') with ordinality as tests (test, nth)
        order by test -> 'is_hidden', nth offset ${place}::int limit 1)`.as('test'),
    )
    .where('interview_id', '=', interviewId)
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .executeTakeFirst();
  return row && row.test;
}

/** The content of a question as interviewers read it: starters and data, which may be large, are left out. */
export const READABLE = sql`content - 'data' - 'starters' - 'hidden_files' || '{"data": null, "starters": []}'`;

/** The same if a question is too large for a list. */
export const TITLE_ONLY = sql`jsonb_build_object('title', title, 'text', '', 'guide', '', 'starters', '[]'::jsonb, 'data', null,
  'tests', '[]'::jsonb, 'minutes', null, 'tags', '[]'::jsonb)`;
