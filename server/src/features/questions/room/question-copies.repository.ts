import type { QuestionContent } from '@cip/contracts/questions/questions';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import { storedStarters } from '../hidden-files.ts';
import type { StoredContent } from './interview-questions.table.ts';
import type { QuestionPlace } from './question-place.ts';

/** Returns the copy of a question in an interview, or undefined. */
export function findCopy(
  trx: Transaction,
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
export async function markUsed(trx: Transaction, companyId: string, questionId: string): Promise<void> {
  await trx
    .updateTable('questions')
    .set({ used_at: sql<string>`coalesce(used_at, clock_timestamp())` })
    .where('company_id', '=', companyId)
    .where('id', '=', questionId)
    .execute();
}

/** Adds a copy of a question's version to an interview, in front. */
export function insertCopy(
  trx: Transaction,
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
