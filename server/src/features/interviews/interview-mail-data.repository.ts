import type { Database } from '../../platform/database/database.ts';

/** Returns the data of the e-mails about an interview, of any company, or undefined when it was deleted. */
export function findMailData(db: Database, interviewId: string) {
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
      // The owner replaces an interviewer whose account was deleted.
      eb.fn.coalesce('users.email', 'companies.email').as('interviewer_email'),
    ])
    .where('interviews.id', '=', interviewId)
    .executeTakeFirst();
}
