import type { Interview } from '@cip/contracts/interviews/interviews';
import type { Completion } from '@cip/contracts/rooms/rules';
import { sql, type Insertable, type Updateable } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { preparedQuery } from '../../platform/database/prepared-query.ts';
import { interviewersOfRow } from './interviewers.repository.ts';
import { inScope, type Scope } from './scope.service.ts';
import type { InterviewTable } from './interviews.table.ts';

type InterviewRow = Omit<Interview, 'interviewer' | 'company'> & { id: string };

// The interviewer's current name; if their account was deleted, the name that was stored with the interview.
export function select(db: Database) {
  return db
    .selectFrom('interviews')
    .innerJoin('companies', 'companies.id', 'interviews.company_id')
    .leftJoin('users', 'users.id', 'interviews.interviewer_id')
    .select([
      'interviews.id',
      'room_code',
      'status',
      'candidate_name',
      'candidate_email',
      'scheduled_at',
      'minutes',
      'plan_revision',
      'declined_at',
      'decline_note',
      'interviews.call_link',
      'interviews.rule',
      'interviews.completion',
      'started_at',
      'ended_at',
      'notes',
      'typing_mode',
      'asks_before_admitting',
      'interviews.template_id',
      'companies.name as company_name',
    ])
    .select((eb) => eb.fn.coalesce('users.name', 'interviews.interviewer_name').as('interviewer_name'))
    .select(interviewersOfRow.as('interviewers'))
    .select(({ selectFrom }) =>
      selectFrom('interview_templates')
        .select('name')
        .whereRef('interview_templates.id', '=', 'interviews.template_id')
        .as('template_name'),
    );
}

export function toInterview(row: InterviewRow): Interview {
  return { ...row, interviewer: { name: row.interviewer_name }, company: { name: row.company_name } };
}

/** Returns an interview in scope, or undefined. */
export async function findById(db: Database, scope: Scope, id: string): Promise<Interview | undefined> {
  const row = await select(db).where(inScope(scope)).where('interviews.id', '=', id).executeTakeFirst();
  return row && toInterview(row);
}

/** Returns the template of an interview in scope, or undefined if there is no such interview. */
export function findTemplateId(db: Database, scope: Scope, id: string) {
  return db
    .selectFrom('interviews')
    .select('template_id')
    .where(inScope(scope))
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns an interview in scope by its room code, or undefined. */
export async function findByRoomCode(db: Database, scope: Scope, roomCode: string): Promise<Interview | undefined> {
  const [row] = await selectByRoomCode(db, { ...scope, roomCode });
  return row && toInterview(row);
}

const selectByRoomCode = preparedQuery((db, { companyId, onlyFor, roomCode }: Scope & { roomCode: string }) =>
  select(db).where(inScope({ companyId, onlyFor })).where('interviews.room_code', '=', roomCode),
);

/** Returns the interview behind a link, of any company, or undefined. */
export async function findByLink(
  db: Database,
  roomCode: string,
): Promise<(Interview & { retention_days: number | null }) | undefined> {
  const [row] = await selectByLink(db, { roomCode });
  if (!row) return undefined;
  return { ...toInterview(row), retention_days: row.retention_days };
}

const selectByLink = preparedQuery((db, { roomCode }: { roomCode: string }) =>
  select(db).select('companies.retention_days').where('interviews.room_code', '=', roomCode),
);

type NewInterview = Pick<
  Insertable<InterviewTable>,
  'company_id' | 'interviewer_id' | 'interviewer_name' | 'room_code' | 'candidate_name' | 'candidate_email'
> &
  Partial<Pick<Insertable<InterviewTable>, 'template_id' | 'typing_mode' | 'planned_by' | 'started_by'>> & {
    scheduled_at?: string;
    time_zone?: string | null;
    minutes?: number;
    call_link?: string | null;
    /** As JSON text. */
    rule?: string | null;
    completion?: Completion;
    asks_before_admitting?: boolean;
  };

/** Adds an interview, scheduled or active, and returns its id; undefined if the room code is taken. */
export async function insert(trx: Transaction, interview: NewInterview): Promise<string | undefined> {
  const started = { status: 'active' as const, started_at: sql<string>`now()` };
  const row = await trx
    .insertInto('interviews')
    .values({ ...interview, ...(interview.scheduled_at === undefined ? started : { status: 'scheduled' as const }) })
    .onConflict((conflict) => conflict.column('room_code').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Returns and locks an interview in scope, or returns undefined. */
export function lockById(trx: Transaction, scope: Scope, id: string) {
  return trx
    .selectFrom('interviews')
    .select(['id', 'status', 'room_code', 'time_zone'])
    .where(inScope(scope))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns and locks an interview in scope by its room code, or returns undefined. */
export function lockByRoomCode(trx: Transaction, scope: Scope, roomCode: string) {
  return trx
    .selectFrom('interviews')
    .select(['id', 'status'])
    .where(inScope(scope))
    .where('room_code', '=', roomCode)
    .forUpdate()
    .executeTakeFirst();
}

/** Updates the candidate's name, e-mail and decline, and the notes. */
export async function change(
  db: Database,
  companyId: string,
  id: string,
  changes: Pick<
    Updateable<InterviewTable>,
    'candidate_name' | 'candidate_email' | 'declined_at' | 'decline_note' | 'notes'
  >,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db.updateTable('interviews').set(changes).where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** Deletes an interview in scope with its document and candidates. Returns its room code, or undefined. */
export async function remove(db: Database, scope: Scope, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('interviews')
    .where(inScope(scope))
    .where('id', '=', id)
    .returning('room_code')
    .executeTakeFirst();
  return row?.room_code;
}
