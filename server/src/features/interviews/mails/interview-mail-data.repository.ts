import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { hasInterviewer, interviewersOfRow } from '../interviewers.repository.ts';

/** Returns the data of the e-mails about an interview, of any company; undefined if it was deleted. */
export async function findMailData(db: Database, interviewId: string) {
  const row = await selectMailData(db).where('interviews.id', '=', interviewId).executeTakeFirst();
  return row && toMailData(row);
}

/** Returns who planned an interview; undefined if their account is gone. */
export async function findPlanner(
  db: Database,
  interviewId: string,
): Promise<{ name: string; email: string } | undefined> {
  return db
    .selectFrom('interviews')
    .innerJoin('users', 'users.id', 'planned_by')
    .select(['users.name', 'users.email'])
    .where('interviews.id', '=', interviewId)
    .executeTakeFirst();
}

/** Returns a user of an interview's company, and whether they interview there; undefined if the account is gone. */
export async function findColleague(
  db: Database,
  interviewId: string,
  userId: string,
): Promise<{ name: string; email: string; isInterviewer: boolean } | undefined> {
  return db
    .selectFrom('interviews')
    .innerJoin('users', 'users.company_id', 'interviews.company_id')
    .select(['users.name', 'users.email', hasInterviewer(sql.ref<string>('users.id')).as('isInterviewer')])
    .where('interviews.id', '=', interviewId)
    .where('users.id', '=', userId)
    .executeTakeFirst();
}

/** Selects the data of e-mails and calendar events about interviews, for `toMailData`. */
export function selectMailData(db: Database) {
  return (
    db
      .selectFrom('interviews')
      .innerJoin('companies', 'companies.id', 'interviews.company_id')
      // A coordinator who conducted interviews before cannot open the link any more.
      .leftJoin('users', (join) =>
        join.onRef('users.id', '=', 'interviews.interviewer_id').on('users.role', '!=', 'coordinator'),
      )
      .select([
        'interviews.company_id',
        'room_code',
        'status',
        'candidate_name',
        'candidate_email',
        'scheduled_at',
        'time_zone',
        'minutes',
        'interviews.id',
        'interviews.call_link',
        'plan_revision',
        'plan_changed_at',
        'declined_at',
        'decline_note',
        'companies.name as company_name',
        'companies.email as company_email',
        'users.id as lead_id',
      ])
      .select((eb) => [
        eb.fn.coalesce('users.name', 'interviewer_name').as('interviewer_name'),
        // If an interviewer is gone, the owner replaces them.
        eb.fn.coalesce('users.email', 'companies.email').as('interviewer_email'),
      ])
      .select(interviewersOfRow.as('interviewers'))
  );
}

type MailDataRow = Awaited<ReturnType<ReturnType<typeof selectMailData>['executeTakeFirstOrThrow']>>;

/** Returns the data of an e-mail, with the names of all interviewers but the leading one. */
export function toMailData(row: MailDataRow) {
  const { interviewers, ...data } = row;
  const others = interviewers.filter(({ id }) => id !== data.lead_id);
  return { ...data, other_interviewers: others.map(({ name }) => name) };
}
