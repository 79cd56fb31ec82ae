import type { TypingMode } from '@cip/contracts/rooms';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { absentIds } from '../../platform/database/absent-ids.ts';

/** Returns the data that a live room needs of its interview, of any company, or undefined. */
export function findInterviewForRoom(db: Database, roomCode: string) {
  return db
    .selectFrom('interviews')
    .select(['id', 'company_id', 'room_code', 'status', 'typing_mode'])
    .where('room_code', '=', roomCode)
    .executeTakeFirst();
}

/** Stores the typing mode. Returns false when it was stored already. */
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

/** Returns those of the interviews that are not active: ended at least `forSeconds` ago, not started, or deleted. */
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
