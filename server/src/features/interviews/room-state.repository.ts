import type { TypingMode } from '@cip/contracts/rooms';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';

/** What a live room has to know of its interview, of whatever company, or undefined. */
export function findForRoom(db: Database, roomCode: string) {
  return db
    .selectFrom('interviews')
    .select(['id', 'company_id', 'room_code', 'status', 'typing_mode'])
    .where('room_code', '=', roomCode)
    .executeTakeFirst();
}

/** Keeps when typed lines are sent. */
export async function setTypingMode(db: Database, interviewId: string, mode: TypingMode): Promise<void> {
  await db.updateTable('interviews').set({ typing_mode: mode }).where('id', '=', interviewId).execute();
}

/** Notes that somebody is in these rooms; answers with those whose interview is still active. */
export async function markOccupied(db: Database, ids: string[]): Promise<string[]> {
  const rows = await db
    .updateTable('interviews')
    .set({ occupied_at: sql<string>`now()` })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('status', '=', 'active')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Active interviews whose room has been empty for so many hours, a few at a time. */
export function listAbandoned(db: Database, hours: number): Promise<{ company_id: string; room_code: string }[]> {
  return db
    .selectFrom('interviews')
    .select(['company_id', 'room_code'])
    .where('status', '=', 'active')
    .where(sql<boolean>`greatest(started_at, occupied_at) < now() - make_interval(hours => ${hours})`)
    .orderBy('started_at')
    .limit(50)
    .execute();
}
