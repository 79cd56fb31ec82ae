import { sql } from 'kysely';
import type { Transaction } from '../database/database.ts';
import type { MailKind } from './mail-queue.ts';

/** Deletes the queued e-mails to the given addresses, after their accounts were deleted. */
export async function deleteMailsTo(trx: Transaction, emails: string[]): Promise<void> {
  const addresses = emails.map((email) => email.toLowerCase());
  await trx
    .deleteFrom('mails')
    .where(
      sql<boolean>`exists (select 1 from jsonb_each_text(data) as field where lower(field.value) = any(${addresses}::text[]))`,
    )
    .execute();
}

/** Deletes the queued e-mails of some kinds about an interview. */
export async function deleteMailsAbout(trx: Transaction, interviewId: string, kinds: MailKind[]): Promise<void> {
  await trx.deleteFrom('mails').where('interview_id', '=', interviewId).where('kind', 'in', kinds).execute();
}
