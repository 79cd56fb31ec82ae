import type { HiddenFile, InterviewQuestion } from '@cip/contracts/questions/interview-questions';
import type { QuestionContent } from '@cip/contracts/questions/questions';
import type { TestsReport } from '@cip/contracts/questions/test-reports';
import { sql, type Transaction } from 'kysely';
import type { Database, Tables } from '../../platform/database/database.ts';
import { storedStarters } from './hidden-files.ts';
import type { StoredContent, StoredReport } from './interview-questions.table.ts';

/** Locks an active interview, so that its questions change one after another. Returns false if it is not active. */
export async function lockActive(trx: Transaction<Tables>, interviewId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('interviews')
    .select('id')
    .where('id', '=', interviewId)
    .where('status', '=', 'active')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** A question of an interview without its content. */
export interface QuestionPlace {
  id: string;
  number: number;
}

/** Returns the shown questions of an interview in their order with their sizes (bytes), and the one in front. */
export async function listShown(
  db: Database,
  interviewId: string,
): Promise<{ shown: (QuestionPlace & { bytes: number; shares_hidden: boolean })[]; front: string | null }> {
  const rows = await db
    .selectFrom('interview_questions')
    .select(['id', 'number', 'front_at', 'content_bytes as bytes', 'shares_hidden'])
    .where('interview_id', '=', interviewId)
    .where('hidden_at', 'is', null)
    .orderBy('number')
    .execute();
  const [front] = rows.toSorted((a, b) => Date.parse(b.front_at) - Date.parse(a.front_at) || b.number - a.number);
  return { shown: rows, front: front?.id ?? null };
}

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

/** Returns the SQL data of a question of an interview, or null. */
export async function readData(db: Database, interviewId: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('interview_questions')
    .select(sql<string | null>`content ->> 'data'`.as('data'))
    .where('interview_id', '=', interviewId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.data ?? null;
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
const READABLE = sql`content - 'data' - 'starters' - 'hidden_files' || '{"data": null, "starters": []}'`;
/** The same if a question is too large for a list. */
const TITLE_ONLY = sql`jsonb_build_object('title', title, 'text', '', 'guide', '', 'starters', '[]'::jsonb, 'data', null,
  'tests', '[]'::jsonb, 'minutes', null, 'tags', '[]'::jsonb)`;

/**
 * Returns the questions of an interview in their order, as its interviewers see them, or one of them. Beyond `maxBytes`
 * together they are not whole, hidden ones first.
 */
export async function listQuestions(
  db: Database,
  interviewId: string,
  { id, maxBytes }: { id?: string; maxBytes: number },
): Promise<InterviewQuestion[]> {
  type Stored = { report: StoredReport | null; reported_at: string | null; hidden_files: HiddenFile[] | null };
  type Row = Omit<InterviewQuestion, keyof Stored> & Stored;
  const { rows } = await sql<Row>`
    select id, number, question_id, is_hidden, is_whole, reported_at,
      case when is_whole then ${READABLE} else ${TITLE_ONLY} end as content,
      case when is_whole then content -> 'hidden_files' end as hidden_files,
      case when is_whole then report else jsonb_set(report, '{tests}', '[]') end as report
    from (
      select *, sum(bytes) over places <= ${maxBytes} or row_number() over places = 1 as is_whole
      from (
        select *, hidden_at is not null as is_hidden,
          content_bytes + coalesce(octet_length(report::text), 0) as bytes
        from interview_questions
        where interview_id = ${interviewId} ${id === undefined ? sql`` : sql`and id = ${id}::uuid`}
      ) as sized
      window places as (order by is_hidden, number)
    ) as questions
    order by number`.execute(db);
  return rows.map(({ report, reported_at: at, hidden_files: hidden, ...row }) => ({
    ...row,
    ...(hidden && { hidden_files: hidden }),
    report: report && at ? wholeReport(report, at) : null,
  }));
}

/** Returns the texts of all questions of an interview in their order, without their other parts, which may be large. */
export function listTexts(db: Database, interviewId: string): Promise<{ number: number; text: string }[]> {
  return db
    .selectFrom('interview_questions')
    .select(['number', sql<string>`content ->> 'text'`.as('text')])
    .where('interview_id', '=', interviewId)
    .orderBy('number')
    .execute();
}

/** Returns the code of the starters of an interview's questions, without hidden files, with the questions' numbers. */
export async function listStarters(
  db: Database,
  interviewId: string,
): Promise<{ number: number; code: string; files: { code: string }[] }[]> {
  const { rows } = await sql<{ number: number; code: string; files: { code: string }[] }>`
    select number, starter ->> 'code' as code, coalesce(starter -> 'files', '[]') as files
    from interview_questions, jsonb_array_elements(content -> 'starters') as starter
    where interview_id = ${interviewId} order by number`.execute(db);
  return rows;
}

/** Returns a report as interviewers see it. */
function wholeReport(report: StoredReport, at: string): TestsReport {
  const { id, question, by, byType, language, hash, tests, hidden, hiddenBy } = report;
  const author = { by, ...(byType && { byType }), ...(hiddenBy !== undefined && { hiddenBy }) };
  return { id, question, ...author, at, language, hash, tests, hidden };
}

/** A stored report with its time. */
export type Report = StoredReport & Pick<TestsReport, 'at'>;

/** Stores the test results of a question of an interview, in place of the report before. */
export async function storeReport(trx: Transaction<Tables>, id: string, report: StoredReport): Promise<void> {
  await trx
    .updateTable('interview_questions')
    .set({ report: JSON.stringify(report), reported_at: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/** Returns whether hidden counts of a question are shared, and its report; call it while the interview is locked. */
export function findReport(trx: Transaction<Tables>, id: string) {
  return trx
    .selectFrom('interview_questions')
    .select(['shares_hidden', 'report'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Stores whether candidates see how many hidden tests of a question pass; the report is sent anew under another id. */
export async function setSharing(
  trx: Transaction<Tables>,
  id: string,
  isShared: boolean,
  report: StoredReport | null,
): Promise<void> {
  await trx
    .updateTable('interview_questions')
    .set({ shares_hidden: isShared, report: report && JSON.stringify(report) })
    .where('id', '=', id)
    .execute();
}

/** Removes the reports that were stored between two times (ms since `since`), and returns how many there were. */
export async function clearReports(
  trx: Transaction<Tables>,
  interviewId: string,
  { since, from, to }: { since: string; from: number; to: number },
): Promise<number> {
  const { rows } = await sql`
    update interview_questions set report = null, reported_at = null
    where interview_id = ${interviewId} and reported_at is not null
      and greatest(0, round(extract(epoch from reported_at - ${since}::timestamptz) * 1000)) between ${from} and ${to}
    returning id`.execute(trx);
  return rows.length;
}

/** Returns up to `limit` latest reports of the shown questions of an interview without those in `known`. */
export async function listReports(
  db: Database,
  interviewId: string,
  { known, limit }: { known: string[]; limit: number },
): Promise<Report[]> {
  const rows = await db
    .selectFrom('interview_questions')
    .select(['report', 'reported_at'])
    .where('interview_id', '=', interviewId)
    .where('hidden_at', 'is', null)
    .where('reported_at', 'is not', null)
    .where(sql<boolean>`report ->> 'id' <> all(${known}::text[])`)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.flatMap(({ report, reported_at: at }) => (report && at ? { ...report, at } : []));
}

/** Returns which of the interviews had a question shown, brought to the front, hidden or tested within `seconds`. */
export async function findChanged(db: Database, interviewIds: string[], seconds: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct interview_id as id from interview_questions
    where interview_id = any(${interviewIds}::uuid[])
      and greatest(front_at, hidden_at, reported_at) > clock_timestamp() - make_interval(secs => ${seconds})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Returns how many questions an interview has, with hidden ones. */
export async function countQuestions(trx: Transaction<Tables>, interviewId: string): Promise<number> {
  const row = await trx
    .selectFrom('interview_questions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('interview_id', '=', interviewId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Returns the copy of a question in an interview, or undefined. */
export function findCopy(
  trx: Transaction<Tables>,
  interviewId: string,
  questionId: string,
): Promise<QuestionPlace | undefined> {
  return trx
    .selectFrom('interview_questions')
    .select(['id', 'number'])
    .where('interview_id', '=', interviewId)
    .where('question_id', '=', questionId)
    .executeTakeFirst();
}

/** Marks a question as used, so that it cannot be deleted any more; waits for a colleague who is deleting it. */
export async function markUsed(trx: Transaction<Tables>, companyId: string, questionId: string): Promise<void> {
  await trx
    .updateTable('questions')
    .set({ used_at: sql<string>`coalesce(used_at, clock_timestamp())` })
    .where('company_id', '=', companyId)
    .where('id', '=', questionId)
    .execute();
}

/** Adds a copy of a question's version to an interview, in front. */
export function insertCopy(
  trx: Transaction<Tables>,
  copy: { interviewId: string; number: number; questionId: string; version: number },
  content: QuestionContent,
): Promise<QuestionPlace> {
  const { interviewId, number, questionId, version } = copy;
  const { starters, hidden_files: hidden } = storedStarters(content.starters);
  const stored: StoredContent = { ...content, starters, ...(hidden.length > 0 && { hidden_files: hidden }) };
  return trx
    .insertInto('interview_questions')
    .values({
      interview_id: interviewId,
      number,
      question_id: questionId,
      version,
      content: JSON.stringify(stored),
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();
}

/** Brings a question of an interview to the front, hidden or not. Returns undefined if there is no such question. */
export function bringToFront(
  trx: Transaction<Tables>,
  interviewId: string,
  id: string,
): Promise<QuestionPlace | undefined> {
  return trx
    .updateTable('interview_questions')
    .set({ front_at: sql<string>`clock_timestamp()`, hidden_at: null })
    .where('interview_id', '=', interviewId)
    .where('id', '=', id)
    .returning(['id', 'number'])
    .executeTakeFirst();
}

/** Hides a question of an interview. Returns undefined if it is not shown. */
export function hide(trx: Transaction<Tables>, interviewId: string, id: string): Promise<QuestionPlace | undefined> {
  return trx
    .updateTable('interview_questions')
    .set({ hidden_at: sql<string>`clock_timestamp()` })
    .where('interview_id', '=', interviewId)
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .returning(['id', 'number'])
    .executeTakeFirst();
}
