import type { Interview } from '@cip/contracts/interviews/interviews';
import type { Completion } from '@cip/contracts/rooms/rules';
import { sql, type ExpressionBuilder, type Insertable, type Transaction, type Updateable } from 'kysely';
import type { Database, Tables } from '../../platform/database/database.ts';
import { folded } from '../../platform/database/folded.ts';
import { preparedQuery } from '../../platform/database/prepared-query.ts';
import { hasInterviewer, interviewersOfRow } from './interviewers.repository.ts';
import { inScope, type Scope } from './scope.service.ts';
import type { InterviewTable } from './interviews.table.ts';

type InterviewRow = Omit<Interview, 'interviewer' | 'company'> & { id: string };

// The interviewer's current name; if their account was deleted, the name that was stored with the interview.
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

function toInterview(row: InterviewRow): Interview {
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

/** Filters a list of interviews. */
export interface InterviewFilter {
  status?: Interview['status'] | undefined;
  interviewer_id?: string | undefined;
  /** Only planned interviews that start from a day ago on. */
  upcoming?: 'true' | undefined;
  /** Only interviews whose candidate's name or e-mail contains the text, whatever its case and accents. */
  search?: string | undefined;
}

/** Returns interviews in scope, newest first; upcoming ones by their start. */
export async function list(
  db: Database,
  scope: Scope,
  bounds: { limit: number; offset: number },
  filter: InterviewFilter = {},
): Promise<Interview[]> {
  return (await selectPage(db, { ...scope, ...bounds, ...filter })).map(toInterview);
}

const selectPage = preparedQuery((db, { limit, offset, ...of }: ScopedFilter & { limit: number; offset: number }) =>
  select(db)
    .where(matching(of))
    // Not by an index, because the plan bounds how many a company has planned.
    .$if(of.upcoming !== undefined, (query) => query.orderBy('interviews.scheduled_at'))
    .orderBy('interviews.created_at', 'desc')
    .orderBy('interviews.id')
    .limit(sql<number>`${limit}`)
    .offset(sql<number>`${offset}`),
);

/** Returns how many interviews in scope match. */
export async function count(db: Database, scope: Scope, filter: InterviewFilter = {}): Promise<number> {
  const [row] = await countMatching(db, { ...scope, ...filter });
  return row?.count ?? 0;
}

const countMatching = preparedQuery((db, of: ScopedFilter) =>
  db
    .selectFrom('interviews')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(matching(of)),
);

type ScopedFilter = InterviewFilter & Scope;

// If it begins late, it is still awaited; if it was never started, it is not.
const isUpcoming = sql<boolean>`(
  interviews.status = 'scheduled' and interviews.scheduled_at > now() - interval '1 day'
)`;

function isOfCandidate(search: string) {
  const named = folded(sql`concat_ws(' ', interviews.candidate_name, interviews.candidate_email)`);
  return sql<boolean>`strpos(${named}, ${search}) > 0`;
}

function matching({ companyId, onlyFor, status, interviewer_id, upcoming, search }: ScopedFilter) {
  const isInScope = inScope({ companyId, onlyFor });
  return (expression: ExpressionBuilder<Tables, 'interviews'>) => {
    const { and, eb } = expression;
    return and([
      isInScope(expression),
      ...(status === undefined ? [] : [eb('interviews.status', '=', status)]),
      ...(interviewer_id === undefined ? [] : [hasInterviewer(interviewer_id)]),
      ...(upcoming === undefined ? [] : [isUpcoming]),
      ...(search === undefined ? [] : [isOfCandidate(search)]),
    ]);
  };
}

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

/** Returns and locks an interview in scope, or returns undefined. */
export function lockById(trx: Transaction<Tables>, scope: Scope, id: string) {
  return trx
    .selectFrom('interviews')
    .select(['id', 'status', 'room_code'])
    .where(inScope(scope))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns and locks an interview in scope by its room code, or returns undefined. */
export function lockByRoomCode(trx: Transaction<Tables>, scope: Scope, roomCode: string) {
  return trx
    .selectFrom('interviews')
    .select(['id', 'status'])
    .where(inScope(scope))
    .where('room_code', '=', roomCode)
    .forUpdate()
    .executeTakeFirst();
}

/** Sets an interview to active, started now by a user. */
export async function markStarted(
  trx: Transaction<Tables>,
  { companyId, userId }: { companyId: string; userId: string },
  id: string,
): Promise<void> {
  await trx
    .updateTable('interviews')
    .set({ status: 'active', started_at: sql<string>`now()`, started_by: userId })
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

/** Returns the active interviews in scope. */
export function listActive(db: Database, scope: Scope): Promise<{ id: string; room_code: string }[]> {
  return db
    .selectFrom('interviews')
    .select(['id', 'room_code'])
    .where(inScope(scope))
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

/** Counted by each change of a plan, because calendars take a change only with a higher revision. */
const nextRevision = { plan_revision: sql<number>`plan_revision + 1`, plan_changed_at: sql<string>`now()` };

/** Sets an interview to cancelled. */
export async function markCancelled(trx: Transaction<Tables>, companyId: string, id: string): Promise<void> {
  await trx
    .updateTable('interviews')
    .set({ status: 'cancelled', ...nextRevision })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Records that the candidate cannot make the planned time. */
export async function markDeclined(trx: Transaction<Tables>, id: string, note: string | null): Promise<void> {
  await trx
    .updateTable('interviews')
    .set({ declined_at: sql<string>`now()`, decline_note: note })
    .where('id', '=', id)
    .execute();
}

/** Changes the plan of an interview and raises its revision. */
export async function updatePlan(
  trx: Transaction<Tables>,
  companyId: string,
  id: string,
  plan: Partial<
    Pick<
      Updateable<InterviewTable>,
      | 'scheduled_at'
      | 'time_zone'
      | 'minutes'
      | 'call_link'
      | 'template_id'
      | 'typing_mode'
      | 'interviewer_id'
      | 'interviewer_name'
    >
  >,
): Promise<void> {
  await trx
    .updateTable('interviews')
    .set({ ...plan, ...nextRevision })
    // After a new time the candidate may decline again.
    .$if(plan.scheduled_at !== undefined, (query) => query.set({ declined_at: null, decline_note: null }))
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

/** Raises the revision of a plan, because calendars take a change of an event only with a higher one. */
export async function raiseRevision(trx: Transaction<Tables>, companyId: string, id: string): Promise<void> {
  const query = trx.updateTable('interviews').set(nextRevision);
  await query.where('company_id', '=', companyId).where('id', '=', id).execute();
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

/** Records the start of an interview, for the plan's monthly limit. */
export async function recordStart(trx: Transaction<Tables>, companyId: string, interviewId: string): Promise<void> {
  await trx
    .insertInto('interview_starts')
    .values({ interview_id: interviewId, company_id: companyId, started_at: sql<string>`now()` })
    .execute();
}
