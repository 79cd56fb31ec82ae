import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { hasChanged } from '../../../platform/database/endings.ts';
import type { InterviewFileTable } from './files.table.ts';

/** A file, and whether a candidate of its interview created it. */
export type FileRow = Selectable<InterviewFileTable> & { by_candidate: boolean };

/** Locks the document, so that changes of its files come one after another. Returns its language and its switch. */
export function lockDocument(trx: Transaction, interviewId: string) {
  return trx
    .selectFrom('documents')
    .select(['language', 'files_allowed'])
    .where('interview_id', '=', interviewId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Returns the files that have a row, in the order of their creation. */
export function listRows(db: Database, interviewId: string): Promise<FileRow[]> {
  return db
    .selectFrom('interview_files as f')
    .leftJoin('candidates as c', (join) =>
      join.onRef('c.id', '=', 'f.created_by').onRef('c.interview_id', '=', 'f.interview_id'),
    )
    .selectAll('f')
    .select(sql<boolean>`c.id is not null`.as('by_candidate'))
    .where('f.interview_id', '=', interviewId)
    .orderBy('f.created_at')
    .orderBy('f.root')
    .execute();
}

/** Stores a new file. */
export async function insertFile(
  trx: Transaction,
  file: Pick<FileRow, 'interview_id' | 'root' | 'name' | 'op_id' | 'created_by'>,
): Promise<void> {
  await trx.insertInto('interview_files').values(file).execute();
}

/** Stores the name of a file; the first one may have no row yet. */
export async function storeName(
  trx: Transaction,
  { interviewId, root, name }: { interviewId: string; root: string; name: string },
): Promise<void> {
  await trx
    .insertInto('interview_files')
    .values({ interview_id: interviewId, root, name })
    .onConflict((conflict) => conflict.columns(['interview_id', 'root']).doUpdateSet({ name }))
    .execute();
}

/** Marks a file as deleted, or as there again. */
export async function storeDeletion(
  trx: Transaction,
  { interviewId, root, isDeleted }: { interviewId: string; root: string; isDeleted: boolean },
): Promise<void> {
  await trx
    .updateTable('interview_files')
    .set({ deleted_at: isDeleted ? sql<string>`clock_timestamp()` : null })
    .where('interview_id', '=', interviewId)
    .where('root', '=', root)
    .execute();
}

/** Returns the texts of the files that were deleted up to a moment (ms since `since`) and not restored afterwards. */
export async function listDeleted(
  db: Database,
  interviewId: string,
  { since, to }: { since: string; to: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('interview_files')
    .select('root')
    .where('interview_id', '=', interviewId)
    .where(sql<boolean>`round(extract(epoch from deleted_at - ${since}::timestamptz) * 1000) <= ${to}`)
    .execute();
  return rows.map(({ root }) => root);
}

/** Stores whether candidates may change the list. Returns false if it was stored already. */
export function storeAllowed(trx: Transaction, interviewId: string, isAllowed: boolean): Promise<boolean> {
  return trx
    .updateTable('documents')
    .set({ files_allowed: isAllowed })
    .where('interview_id', '=', interviewId)
    .where('files_allowed', '!=', isAllowed)
    .$call(hasChanged);
}
