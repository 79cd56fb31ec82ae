import type { DataSet } from '@cip/contracts/runs/runs';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { hasRow } from '../../platform/database/endings.ts';

/** The settings of runs in an interview. */
export interface RunSettings {
  isAllowed: boolean;
  dataSet: DataSet | null;
  /** Input of the next run. */
  stdin: string;
}

/** Returns the settings of an interview. */
export async function findRunSettings(db: Database, interviewId: string): Promise<RunSettings> {
  const row = await db
    .selectFrom('run_settings')
    .select(['is_allowed', 'data_set', 'stdin'])
    .where('interview_id', '=', interviewId)
    .executeTakeFirst();
  return { isAllowed: row?.is_allowed ?? true, dataSet: row?.data_set ?? null, stdin: row?.stdin ?? '' };
}

/** Returns whether an interview allows runs, without its data set, which may be large. */
export async function findAllowed(db: Database, interviewId: string): Promise<boolean> {
  const row = await db
    .selectFrom('run_settings')
    .select('is_allowed')
    .where('interview_id', '=', interviewId)
    .executeTakeFirst();
  return row?.is_allowed ?? true;
}

/** Returns whether an active interview has this data set already. */
export function hasDataSet(db: Database, interviewId: string, dataSet: DataSet | null): Promise<boolean> {
  return db
    .selectFrom('run_settings')
    .innerJoin('interviews', 'interviews.id', 'run_settings.interview_id')
    .select('interview_id')
    .where('interview_id', '=', interviewId)
    .where('status', '=', 'active')
    .where(sql<boolean>`data_set is not distinct from ${dataSet === null ? null : JSON.stringify(dataSet)}::jsonb`)
    .$call(hasRow);
}

/** Returns the name of the data set that is attached to an interview, if there is one. */
export async function findDataSetName(db: Database, interviewId: string): Promise<string | null> {
  const row = await db
    .selectFrom('run_settings')
    .select(sql<string | null>`data_set ->> 'name'`.as('name'))
    .where('interview_id', '=', interviewId)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Stores whether an interview that has not begun allows runs. */
export async function insertAllowed(trx: Transaction, interviewId: string, isAllowed: boolean): Promise<void> {
  await trx
    .insertInto('run_settings')
    .values({ interview_id: interviewId, is_allowed: isAllowed, data_set: null })
    .onConflict((conflict) => conflict.column('interview_id').doUpdateSet({ is_allowed: isAllowed }))
    .execute();
}

/** Stores whether runs are allowed. Returns false if it was stored already, or the interview is not active. */
export async function storeAllowed(db: Database, interviewId: string, isAllowed: boolean): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into run_settings as s (interview_id, is_allowed)
    select id, ${isAllowed}::boolean from interviews where id = ${interviewId} and status = 'active'
    on conflict (interview_id) do update set is_allowed = excluded.is_allowed, changed_at = clock_timestamp()
      where s.is_allowed != excluded.is_allowed`.execute(db);
  return numAffectedRows > 0n;
}

/** Stores the data set of an active interview. Returns false if it is not active. */
export async function storeDataSet(db: Database, interviewId: string, dataSet: DataSet | null): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into run_settings (interview_id, data_set)
    select id, ${dataSet === null ? null : JSON.stringify(dataSet)}::jsonb
    from interviews where id = ${interviewId} and status = 'active'
    on conflict (interview_id) do update set data_set = excluded.data_set, changed_at = clock_timestamp()`.execute(db);
  return numAffectedRows > 0n;
}

/** Stores the input of an active interview's next run. Returns false if it is not active. */
export async function storeStdin(db: Database, interviewId: string, stdin: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into run_settings (interview_id, stdin)
    select id, ${stdin} from interviews where id = ${interviewId} and status = 'active'
    on conflict (interview_id) do update set stdin = excluded.stdin, changed_at = clock_timestamp()`.execute(db);
  return numAffectedRows > 0n;
}
