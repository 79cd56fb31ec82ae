import type { Database } from '../../platform/database/database.ts';

/** What the mails about an interview, of whatever company, tell and to whom; undefined when it is gone. */
export function findForMail(db: Database, interviewId: string) {
  return db
    .selectFrom('interviews')
    .innerJoin('companies', 'companies.id', 'interviews.company_id')
    .leftJoin('users', 'users.id', 'interviews.interviewer_id')
    .select([
      'interviews.company_id',
      'room_code',
      'status',
      'candidate_name',
      'candidate_email',
      'scheduled_at',
      'time_zone',
      'companies.name as company_name',
    ])
    .select((eb) => [
      eb.fn.coalesce('users.name', 'interviewer_name').as('interviewer_name'),
      // Whose account is gone is not written to any more: the owner is.
      eb.fn.coalesce('users.email', 'companies.email').as('interviewer_email'),
    ])
    .where('interviews.id', '=', interviewId)
    .executeTakeFirst();
}
