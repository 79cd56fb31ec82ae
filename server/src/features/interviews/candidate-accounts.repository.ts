import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/database/database.ts';

/**
 * Records the company's account with the e-mail of the interview's candidate, if there is one: it must not read what
 * interviewers wrote about it, also after the e-mail of the interview changes.
 */
export async function recordCandidateAccount(trx: Transaction<Tables>, interviewId: string): Promise<void> {
  await sql`
    insert into candidate_accounts (interview_id, user_id)
    select interviews.id, users.id from interviews
    join users on users.company_id = interviews.company_id and lower(users.email) = lower(candidate_email)
    where interviews.id = ${interviewId}
    on conflict do nothing`.execute(trx);
}
