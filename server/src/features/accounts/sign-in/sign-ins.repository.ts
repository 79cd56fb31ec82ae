import { SIGN_INS_MAX, type SignIn } from '@cip/contracts/accounts/auth-sign-ins';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { hasChanged, hasRow } from '../../../platform/database/endings.ts';
import { absentIds } from '../../../platform/database/absent-ids.ts';
import { isValid } from '../records/auth.repository.ts';

/** Returns the valid sign-ins of a user, the last used first. */
export function listSignIns(db: Database, userId: string): Promise<Omit<SignIn, 'current'>[]> {
  return db
    .selectFrom('auth_sessions')
    .select(['id', 'device', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where(isValid)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(SIGN_INS_MAX)
    .execute();
}

/** Ends a sign-in of this user; returns whether it existed. */
export function deleteSignIn(db: Database, userId: string, id: string): Promise<boolean> {
  return db.deleteFrom('auth_sessions').where('id', '=', id).where('user_id', '=', userId).$call(hasChanged);
}

/** Records that a sign-in is in use. */
export async function recordUse(db: Database, id: string): Promise<void> {
  await db
    .updateTable('auth_sessions')
    .set({ last_used_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Returns whether the account of this e-mail has a valid sign-in from a network. */
export function isKnownNetwork(db: Database, email: string, network: string): Promise<boolean> {
  return db
    .selectFrom('auth_sessions')
    .innerJoin('users', 'users.id', 'auth_sessions.user_id')
    .select('auth_sessions.id')
    .where(sql`lower(users.email)`, '=', email.toLowerCase())
    .where('auth_sessions.network', '=', network)
    .where(isValid)
    .limit(1)
    .$call(hasRow);
}

/** Returns the sign-ins in the list that have ended. */
export async function findEnded(db: Database, ids: string[]): Promise<string[]> {
  const rows = await db.selectFrom('auth_sessions').select('id').where('id', 'in', ids).where(isValid).execute();
  return absentIds(ids, rows);
}
