import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { hasRow } from '../../../platform/database/endings.ts';

/** Returns whether the company has answered, whether it has questions, and how many of the library it has in use. */
export async function findLibraryState(db: Database, companyId: string) {
  const { rows } = await sql<{ hasAnswered: boolean; hasQuestions: boolean; present: number }>`
    select
      exists (select from question_library_answers where company_id = ${companyId}) as "hasAnswered",
      count(*) > 0 as "hasQuestions",
      count(*) filter (where is_from_library and version = 1 and archived_at is null) as present
    from questions where company_id = ${companyId}`.execute(db);
  return rows[0] ?? { hasAnswered: false, hasQuestions: false, present: 0 };
}

/** Stores that the company has answered. Returns false if it had before. */
export function insertAnswer(trx: Transaction, companyId: string): Promise<boolean> {
  return trx
    .insertInto('question_library_answers')
    .values({ company_id: companyId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('company_id')
    .$call(hasRow);
}

function unchanged(trx: Transaction, companyId: string) {
  return trx
    .selectFrom('questions')
    .select('id')
    .where('company_id', '=', companyId)
    .where('is_from_library', '=', true)
    .where('version', '=', 1);
}

/** Deletes the unchanged questions of the library that were never shown and are in no template; returns how many. */
export async function deleteUnused(trx: Transaction, companyId: string): Promise<number> {
  const unused = unchanged(trx, companyId)
    .where('used_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('template_questions').whereRef('question_id', '=', 'questions.id').select('position')),
      ),
    );
  const rows = await trx
    .deleteFrom('questions')
    .where('company_id', '=', companyId)
    .where('id', 'in', unused)
    .returning('id')
    .execute();
  return rows.length;
}

/** Archives the unchanged questions of the library that were shown; returns how many. */
export async function archiveUsed(trx: Transaction, companyId: string): Promise<number> {
  const used = unchanged(trx, companyId).where('used_at', 'is not', null);
  const rows = await trx
    .updateTable('questions')
    .set({ archived_at: sql<string>`clock_timestamp()` })
    .where('company_id', '=', companyId)
    .where('archived_at', 'is', null)
    .where('id', 'in', used)
    .returning('id')
    .execute();
  return rows.length;
}
