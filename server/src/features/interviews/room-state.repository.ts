import type { TypingMode } from '@cip/contracts/rooms/rooms';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { hasRow } from '../../platform/database/endings.ts';
import { absentIds } from '../../platform/database/absent-ids.ts';
import { inScope, isVisible, type Scope } from './scope.service.ts';

/** Returns the data that a live room needs of its interview, of any company, or undefined. */
export function findInterviewForRoom(db: Database, roomCode: string) {
  return db
    .selectFrom('interviews')
    .select(['id', 'company_id', 'room_code', 'status', 'typing_mode'])
    .where('room_code', '=', roomCode)
    .executeTakeFirst();
}

/** Returns whether an interview is in scope. */
export function isInScope(db: Database, scope: Scope, interviewId: string): Promise<boolean> {
  return db.selectFrom('interviews').select('id').where(inScope(scope)).where('id', '=', interviewId).$call(hasRow);
}

/** An account that is in the room of an interview of its company. */
export interface AccountInRoom {
  interviewId: string;
  userId: string;
}

/** Returns the accounts in rooms that may not see the interview any more. */
export async function findUnseen(db: Database, accounts: AccountInRoom[]): Promise<AccountInRoom[]> {
  const ids = accounts.map(({ interviewId }) => interviewId);
  const userIds = accounts.map(({ userId }) => userId);
  const { rows } = await sql<AccountInRoom>`
    select distinct interviews.id as "interviewId", users.id as "userId"
    from unnest(${ids}::uuid[], ${userIds}::uuid[]) as present (interview_id, user_id)
    join interviews on interviews.id = present.interview_id
    join users on users.id = present.user_id
    where not ${isVisible}`.execute(db);
  return rows;
}

/** Stores the typing mode. Returns false if it was stored already. */
export async function setTypingMode(db: Database, interviewId: string, mode: TypingMode): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('interviews')
    .set({ typing_mode: mode })
    .where('id', '=', interviewId)
    .where('typing_mode', '!=', mode)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/**
 * Marks the rooms of active interviews as occupied. Rows are locked in the order of their ids, so that two nodes that
 * mark the same rooms wait for each other instead of deadlocking.
 */
export async function markOccupied(db: Database, ids: string[]): Promise<void> {
  await sql`
    insert into room_occupancy (interview_id, occupied_at)
    select id, now() from interviews where id = any(${ids}::uuid[]) and status = 'active' order by id
    on conflict (interview_id) do update set occupied_at = excluded.occupied_at`.execute(db);
}

/** Marks rooms of active interviews as having an interviewer, likewise. */
export async function markHosted(db: Database, ids: string[]): Promise<void> {
  await sql`
    insert into room_occupancy (interview_id, occupied_at, interviewer_at)
    select id, now(), now() from interviews where id = any(${ids}::uuid[]) and status = 'active' order by id
    on conflict (interview_id) do update set interviewer_at = excluded.interviewer_at`.execute(db);
}

/**
 * Takes the interviews with a candidate who has waited, and a room without an interviewer, for `seconds`, so that their
 * interviewer gets a mail. Each interview is taken once.
 */
export async function takeUnattended(
  trx: Transaction,
  ids: string[],
  seconds: number,
): Promise<{ id: string; companyId: string }[]> {
  const { rows } = await sql<{ id: string; companyId: string }>`
    insert into room_occupancy (interview_id, occupied_at, waiting_mail_at)
    select id, now(), now() from interviews
    where id = any(${ids}::uuid[]) and status = 'active' and exists (
      select from candidates where candidates.interview_id = interviews.id and admission = 'waiting'
        and removed_at is null and admission_since < now() - make_interval(secs => ${seconds})
    )
    order by id
    on conflict (interview_id) do update set waiting_mail_at = excluded.waiting_mail_at
      where room_occupancy.waiting_mail_at is null
        and coalesce(room_occupancy.interviewer_at, '-infinity') < now() - make_interval(secs => ${seconds})
    returning interview_id as id,
      (select company_id from interviews where interviews.id = room_occupancy.interview_id) as "companyId"`.execute(
    trx,
  );
  return rows;
}

/** Returns the interviews in the list that are not active: ended at least `forSeconds` ago, not started, or deleted. */
export async function findClosedInterviews(db: Database, ids: string[], forSeconds = 0): Promise<string[]> {
  const open = await db
    .selectFrom('interviews')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'active'),
        eb('ended_at', '>', sql<string>`clock_timestamp() - make_interval(secs => ${forSeconds})`),
      ]),
    )
    .execute();
  return absentIds(ids, open);
}

/** Returns up to 50 active interviews whose room has been empty for `hours`. */
export function listAbandoned(db: Database, hours: number): Promise<{ company_id: string; room_code: string }[]> {
  return db
    .selectFrom('interviews')
    .leftJoin('room_occupancy', 'room_occupancy.interview_id', 'interviews.id')
    .select(['company_id', 'room_code'])
    .where('status', '=', 'active')
    .where(sql<boolean>`greatest(started_at, occupied_at) < now() - make_interval(hours => ${hours})`)
    .orderBy('started_at')
    .limit(50)
    .execute();
}
