import type { InterviewQuestion } from '@cip/contracts/interview-questions';
import type { QuestionContent } from '@cip/contracts/questions';
import { sql, type Transaction } from 'kysely';
import type { Database, Tables } from '../../platform/database/database.ts';

/** Locks an active interview, so that its questions change one after another. Returns false for one that is not active. */
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

/** Returns the shown questions of an interview in their order, and the one in front. */
export async function listShown(
  db: Database,
  interviewId: string,
): Promise<{ shown: QuestionPlace[]; front: string | null }> {
  const rows = await db
    .selectFrom('interview_questions')
    .select(['id', 'number', 'front_at'])
    .where('interview_id', '=', interviewId)
    .where('hidden_at', 'is', null)
    .orderBy('number')
    .execute();
  const [front] = rows.toSorted((a, b) => Date.parse(b.front_at) - Date.parse(a.front_at) || b.number - a.number);
  return { shown: rows, front: front?.id ?? null };
}

/** Returns the contents of questions of an interview; only an interviewer may get them whole. */
export function readContents(
  db: Database,
  interviewId: string,
  ids: string[],
): Promise<(QuestionPlace & { content: QuestionContent })[]> {
  return db
    .selectFrom('interview_questions')
    .select(['id', 'number', 'content'])
    .where('interview_id', '=', interviewId)
    .where('id', 'in', ids)
    .orderBy('number')
    .execute();
}

/** Returns all questions of an interview in their order, as its interviewers see them. */
export function listAll(db: Database, interviewId: string): Promise<InterviewQuestion[]> {
  return db
    .selectFrom('interview_questions')
    .select(['id', 'number', 'question_id', 'content'])
    .select(sql<boolean>`hidden_at is not null`.as('is_hidden'))
    .where('interview_id', '=', interviewId)
    .orderBy('number')
    .execute();
}

/** Returns which of the interviews had a question shown, brought to the front or hidden within `seconds`. */
export async function findChanged(db: Database, interviewIds: string[], seconds: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct interview_id as id from interview_questions
    where interview_id = any(${interviewIds}::uuid[])
      and greatest(front_at, hidden_at) > clock_timestamp() - make_interval(secs => ${seconds})`.execute(db);
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

/** Adds a copy of a question's version to an interview, in front, and marks the question as used. */
export async function insertCopy(
  trx: Transaction<Tables>,
  copy: { interviewId: string; number: number; questionId: string; version: number },
  content: QuestionContent,
): Promise<QuestionPlace> {
  const { interviewId, number, questionId, version } = copy;
  await trx
    .updateTable('questions')
    .set({ used_at: sql<string>`coalesce(used_at, clock_timestamp())` })
    .where('id', '=', questionId)
    .execute();
  return trx
    .insertInto('interview_questions')
    .values({
      interview_id: interviewId,
      number,
      question_id: questionId,
      version,
      content: JSON.stringify(content),
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();
}

/** Brings a question of an interview to the front, hidden or not. Returns undefined when there is no such question. */
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

/** Hides a question of an interview. Returns undefined when it is not shown. */
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
