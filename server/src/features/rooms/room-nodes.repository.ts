import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { hasRow } from '../../platform/database/endings.ts';

const now = sql<string>`clock_timestamp()`;

/** Returns the database's time, as text with all its digits. */
export async function readClock(db: Database): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db);
  return rows[0]?.now ?? '';
}

/**
 * Records that a node is alive and whether it is cut off, and deletes nodes that have not recorded it for
 * `forgottenAfterMs`.
 */
export async function markAlive(
  db: Database,
  { id, isCutOff }: { id: string; isCutOff: boolean },
  forgottenAfterMs: number,
): Promise<void> {
  await db
    .insertInto('room_nodes')
    .values({ id, is_cut_off: isCutOff })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now, is_cut_off: isCutOff }))
    .execute();
  await db.deleteFrom('room_nodes').where(isOlder(forgottenAfterMs)).execute();
}

/** Records that all decisions committed before `at` hold on a node. */
export async function markApplied(db: Database, id: string, at: string): Promise<void> {
  await db.updateTable('room_nodes').set({ applied_at: at }).where('id', '=', id).execute();
}

/** Returns the other nodes alive within `leaseMs` that have not applied the decisions committed before `at`. */
export async function findBehind(db: Database, own: string, at: string, leaseMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('room_nodes')
    .select('id')
    .where('id', '!=', own)
    .where('applied_at', '<', at)
    .where(sql<boolean>`not ${isOlder(leaseMs)}`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns whether another node alive within `leaseMs` is cut off. */
export function isOtherCutOff(db: Database, own: string, leaseMs: number): Promise<boolean> {
  return db
    .selectFrom('room_nodes')
    .select('id')
    .where('id', '!=', own)
    .where('is_cut_off', '=', true)
    .where(sql<boolean>`not ${isOlder(leaseMs)}`)
    .$call(hasRow);
}

/** Deletes a node that stops. */
export async function deleteNode(db: Database, id: string): Promise<void> {
  await db.deleteFrom('room_nodes').where('id', '=', id).execute();
}

const isOlder = (ms: number) => sql<boolean>`seen_at < clock_timestamp() - make_interval(secs => ${ms / 1_000})`;
