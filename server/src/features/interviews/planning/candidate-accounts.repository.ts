import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';

/** An account of the company with the e-mail of a candidate. */
interface ColleagueAccount {
  id: string;
  isOwner: boolean;
  /** It was in the room as an interviewer. */
  wasInRoom: boolean;
}

/** Returns the company's account with an e-mail, as an interview sees it, or undefined. */
export async function findColleague(
  trx: Transaction,
  companyId: string,
  interviewId: string,
  email: string,
): Promise<ColleagueAccount | undefined> {
  const { rows } = await sql<ColleagueAccount>`
    select id, role = 'owner' as "isOwner", exists (
      select from timeline_events where interview_id = ${interviewId} and kind = 'joined' and participant_id = users.id
        and data ->> 'type' = 'interviewer'
    ) as "wasInRoom"
    from users where company_id = ${companyId} and lower(email) = lower(${email})`.execute(trx);
  return rows[0];
}

/**
 * Records the company's account with the e-mail of the interview's candidate, if there is one: it must not read what
 * interviewers write about it, even if the e-mail of the interview changes. Returns its id if it is new.
 */
export async function recordCandidateAccount(trx: Transaction, interviewId: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    insert into candidate_accounts (interview_id, user_id)
    select interviews.id, users.id from interviews
    join users on users.company_id = interviews.company_id and lower(users.email) = lower(candidate_email)
    where interviews.id = ${interviewId} and users.role <> 'owner'
    on conflict do nothing
    returning user_id`.execute(trx);
  return rows[0]?.user_id;
}

/** Forgets the accounts that were taken for the candidate of an interview, and returns their ids. */
export async function forgetCandidateAccounts(trx: Transaction, interviewId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('candidate_accounts')
    .where('interview_id', '=', interviewId)
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}
