import type { HiddenFile, InterviewQuestion } from '@cip/contracts/questions/interview-questions';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { countRows, hasRow } from '../../../platform/database/endings.ts';
import type { StoredReport } from './interview-questions.table.ts';
import { wholeReport } from './question-reports.repository.ts';
import { READABLE, TITLE_ONLY } from './question-contents.repository.ts';
import type { QuestionPlace } from './question-place.ts';

/** Locks an active interview, so that its questions change one after another. Returns false if it is not active. */
export function lockActive(trx: Transaction, interviewId: string): Promise<boolean> {
  return trx
    .selectFrom('interviews')
    .select('id')
    .where('id', '=', interviewId)
    .where('status', '=', 'active')
    .forUpdate()
    .$call(hasRow);
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

/**
 * Returns which of the interviews had a question shown, brought to the front, hidden or tested, its hidden results
 * shared or withdrawn, or a code put aside, within `seconds`.
 */
export async function findChanged(db: Database, interviewIds: string[], seconds: number): Promise<string[]> {
  const isRecent = (at: RawBuilder<unknown>) => sql`${at} > clock_timestamp() - make_interval(secs => ${seconds})`;
  const questionAt = sql`greatest(front_at, hidden_at, reported_at, (report ->> 'sharedAt')::timestamptz)`;
  const { rows } = await sql<{ id: string }>`
    select interview_id as id from interview_questions
    where interview_id = any(${interviewIds}::uuid[]) and ${isRecent(questionAt)}
    union
    select interview_id from asides
    where interview_id = any(${interviewIds}::uuid[]) and ${isRecent(sql`at`)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns how many questions an interview has, with hidden ones. */
export function countQuestions(trx: Transaction, interviewId: string): Promise<number> {
  return trx.selectFrom('interview_questions').where('interview_id', '=', interviewId).$call(countRows);
}

/** Brings a question of an interview to the front, hidden or not. Returns undefined if there is no such question. */
export function bringToFront(trx: Transaction, interviewId: string, id: string): Promise<QuestionPlace | undefined> {
  return trx
    .updateTable('interview_questions')
    .set({ front_at: sql<string>`clock_timestamp()`, hidden_at: null })
    .where('interview_id', '=', interviewId)
    .where('id', '=', id)
    .returning(['id', 'number'])
    .executeTakeFirst();
}

/** Hides a question of an interview. Returns undefined if it is not shown. */
export function hide(trx: Transaction, interviewId: string, id: string): Promise<QuestionPlace | undefined> {
  return trx
    .updateTable('interview_questions')
    .set({ hidden_at: sql<string>`clock_timestamp()` })
    .where('interview_id', '=', interviewId)
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .returning(['id', 'number'])
    .executeTakeFirst();
}
