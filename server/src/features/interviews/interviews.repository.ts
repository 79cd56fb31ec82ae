import type { Interview } from '@cip/contracts/interviews';
import { sql, type ExpressionBuilder, type Insertable, type Transaction } from 'kysely';
import type { Database, Tables } from '../../platform/database/database.ts';
import type { InterviewTable } from './interviews.table.ts';

type InterviewRow = Omit<Interview, 'interviewer' | 'company'> & { id: string };

// The interviewer's current name, or the one stored with the interview when their account was deleted.
function select(db: Database) {
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
      'started_at',
      'ended_at',
      'notes',
      'typing_mode',
      'asks_before_admitting',
      'companies.name as company_name',
    ])
    .select((eb) => eb.fn.coalesce('users.name', 'interviews.interviewer_name').as('interviewer_name'));
}

function toInterview(row: InterviewRow): Interview {
  return { ...row, interviewer: { name: row.interviewer_name }, company: { name: row.company_name } };
}

/** Returns an interview of the company, or undefined. */
export async function findById(db: Database, companyId: string, id: string): Promise<Interview | undefined> {
  const row = await select(db)
    .where('interviews.company_id', '=', companyId)
    .where('interviews.id', '=', id)
    .executeTakeFirst();
  return row && toInterview(row);
}

/** Returns the template of an interview of the company, or undefined without such an interview. */
export function findTemplateId(db: Database, companyId: string, id: string) {
  return db
    .selectFrom('interviews')
    .select('template_id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns an interview of the company by its room code, or undefined. */
export async function findByRoomCode(
  db: Database,
  companyId: string,
  roomCode: string,
): Promise<Interview | undefined> {
  const row = await select(db)
    .where('interviews.company_id', '=', companyId)
    .where('interviews.room_code', '=', roomCode)
    .executeTakeFirst();
  return row && toInterview(row);
}

/** Returns the interview behind a link, of any company, or undefined. */
export async function findByLink(
  db: Database,
  roomCode: string,
): Promise<(Interview & { retention_days: number | null }) | undefined> {
  const row = await select(db)
    .select('companies.retention_days')
    .where('interviews.room_code', '=', roomCode)
    .executeTakeFirst();
  if (!row) return undefined;
  return { ...toInterview(row), retention_days: row.retention_days };
}

/** Filters a list of interviews. */
export interface InterviewFilter {
  status?: Interview['status'] | undefined;
  interviewer_id?: string | undefined;
}

/** Returns interviews of the company, newest first. */
export async function list(
  db: Database,
  companyId: string,
  { limit, offset }: { limit: number; offset: number },
  filter: InterviewFilter = {},
): Promise<Interview[]> {
  const rows = await select(db)
    .where('interviews.company_id', '=', companyId)
    .where(matching(filter))
    .orderBy('interviews.created_at', 'desc')
    .orderBy('interviews.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toInterview);
}

/** Returns how many interviews of the company match. */
export async function count(db: Database, companyId: string, filter: InterviewFilter = {}): Promise<number> {
  const row = await db
    .selectFrom('interviews')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where(matching(filter))
    .executeTakeFirstOrThrow();
  return row.count;
}

function matching({ status, interviewer_id }: InterviewFilter) {
  return ({ and, eb }: ExpressionBuilder<Tables, 'interviews'>) =>
    and([
      ...(status === undefined ? [] : [eb('interviews.status', '=', status)]),
      ...(interviewer_id === undefined ? [] : [eb('interviews.interviewer_id', '=', interviewer_id)]),
    ]);
}

type NewInterview = Pick<
  Insertable<InterviewTable>,
  'company_id' | 'interviewer_id' | 'interviewer_name' | 'room_code' | 'candidate_name' | 'candidate_email'
> &
  Partial<Pick<Insertable<InterviewTable>, 'template_id' | 'typing_mode'>> & {
    scheduled_at?: string;
    time_zone?: string | null;
    asks_before_admitting?: boolean;
  };

/** Adds an interview, scheduled or active, and returns its id, or undefined when the room code is taken. */
export async function insert(trx: Transaction<Tables>, interview: NewInterview): Promise<string | undefined> {
  const started = { status: 'active' as const, started_at: sql<string>`now()` };
  const row = await trx
    .insertInto('interviews')
    .values({ ...interview, ...(interview.scheduled_at === undefined ? started : { status: 'scheduled' as const }) })
    .onConflict((conflict) => conflict.column('room_code').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Returns and locks an interview of the company, or returns undefined. */
export function lockById(trx: Transaction<Tables>, companyId: string, id: string) {
  return trx
    .selectFrom('interviews')
    .select(['id', 'status', 'room_code'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns and locks an interview of the company by its room code, or returns undefined. */
export function lockByRoomCode(trx: Transaction<Tables>, companyId: string, roomCode: string) {
  return trx
    .selectFrom('interviews')
    .select(['id', 'status'])
    .where('company_id', '=', companyId)
    .where('room_code', '=', roomCode)
    .forUpdate()
    .executeTakeFirst();
}

/** Sets an interview to active, started now. */
export async function markStarted(trx: Transaction<Tables>, companyId: string, id: string): Promise<void> {
  await trx
    .updateTable('interviews')
    .set({ status: 'active', started_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Sets an interview to completed, ended now. */
export async function markEnded(trx: Transaction<Tables>, companyId: string, id: string): Promise<void> {
  await trx
    .updateTable('interviews')
    .set({ status: 'completed', ended_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Returns the company's active interviews. */
export function listActive(db: Database, companyId: string): Promise<{ id: string; room_code: string }[]> {
  return db
    .selectFrom('interviews')
    .select(['id', 'room_code'])
    .where('company_id', '=', companyId)
    .where('status', '=', 'active')
    .execute();
}

/** Deletes up to `limit` of the company's interviews with all their data, and returns their ids. */
export async function deleteBatch(db: Database, companyId: string, limit: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('interviews')
    .where('id', 'in', (eb) =>
      eb.selectFrom('interviews').select('id').where('company_id', '=', companyId).orderBy('id').limit(limit),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Sets an interview to cancelled. */
export async function markCancelled(trx: Transaction<Tables>, companyId: string, id: string): Promise<void> {
  await trx
    .updateTable('interviews')
    .set({ status: 'cancelled' })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Updates the candidate's name and e-mail, and the notes. */
export async function change(
  db: Database,
  companyId: string,
  id: string,
  changes: Partial<Pick<InterviewTable, 'candidate_name' | 'candidate_email' | 'notes'>>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db.updateTable('interviews').set(changes).where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** Deletes an interview with its document and candidates. Returns its room code, or undefined. */
export async function remove(db: Database, companyId: string, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('interviews')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning('room_code')
    .executeTakeFirst();
  return row?.room_code;
}

/** Records the start of an interview, for the plan's monthly limit. */
export async function recordStart(trx: Transaction<Tables>, companyId: string, interviewId: string): Promise<void> {
  await trx
    .insertInto('interview_starts')
    .values({ interview_id: interviewId, company_id: companyId, started_at: sql<string>`now()` })
    .execute();
}
