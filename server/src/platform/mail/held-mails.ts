import { sql } from 'kysely';
import type { Database, Transaction } from '../database/database.ts';

/** The key in a mail's data that marks it as held. */
export const HELD = 'held';
/** If a held mail is not released, it becomes due after this many days: its interview is over, so none is sent. */
export const HELD_DAYS = 400;

const isHeld = sql<boolean>`data ? ${sql.lit(HELD)}`;

/** Releases the held mails of a company. */
export async function releaseHeldMails(trx: Transaction, companyId: string): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ due_at: sql<string>`now()`, data: sql<string>`data - ${sql.lit(HELD)}` })
    .where('company_id', '=', companyId)
    .where(isHeld)
    .execute();
}

/** Deletes the held mails about an interview. Returns whether there were any. */
export async function deleteHeldMails(trx: Transaction, interviewId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('mails')
    .where('interview_id', '=', interviewId)
    .where(isHeld)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns whether e-mails about an interview are held. */
export async function hasHeldMails(db: Database, interviewId: string): Promise<boolean> {
  const query = db.selectFrom('mails').select('id').where('interview_id', '=', interviewId).where(isHeld);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}
