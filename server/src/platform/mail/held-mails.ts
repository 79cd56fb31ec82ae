import { sql, type Transaction } from 'kysely';
import type { Tables } from '../database/database.ts';

/** Marks a mail that is held, in its data. */
export const HELD = 'held';
/** A held mail that is not released comes up after this many days, when its composer has nothing to say any more. */
export const HELD_DAYS = 400;

const isHeld = sql<boolean>`data ? ${sql.lit(HELD)}`;

/** Lets the held mails of a company go. */
export async function releaseHeldMails(trx: Transaction<Tables>, companyId: string): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ due_at: sql<string>`now()`, data: sql<string>`data - ${sql.lit(HELD)}` })
    .where('company_id', '=', companyId)
    .where(isHeld)
    .execute();
}

/** Removes the held mails about an interview; returns whether there were any. */
export async function dropHeldMails(trx: Transaction<Tables>, interviewId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('mails')
    .where('interview_id', '=', interviewId)
    .where(isHeld)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
