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

/** Deletes the held mails about an interview. */
export async function deleteHeldMails(trx: Transaction, interviewId: string): Promise<void> {
  await trx.deleteFrom('mails').where('interview_id', '=', interviewId).where(isHeld).execute();
}

/** Returns the mails about an interview that are not sent yet: the kind, the user whom their data names, and the hold. */
export function listMailsAbout(
  db: Database,
  interviewId: string,
): Promise<{ kind: string; user: string | null; is_held: boolean }[]> {
  return db
    .selectFrom('mails')
    .select(['kind', sql<string | null>`data->>'user'`.as('user'), isHeld.as('is_held')])
    .where('interview_id', '=', interviewId)
    .execute();
}
