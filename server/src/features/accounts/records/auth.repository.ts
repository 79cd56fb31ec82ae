import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { preparedQuery } from '../../../platform/database/prepared-query.ts';
import { RECENT_SIGN_IN_SECONDS, type Principal } from '../../../platform/http/authenticate.ts';
import { seesAll } from './users.repository.ts';

/** If a sign-in is not used for this long, it ends, in seconds: 14 days (decision 0010). */
const IDLE_SECONDS = 14 * 24 * 3600;

/** Whether a sign-in has neither expired nor been idle for too long. */
export const isValid = sql<boolean>`(auth_sessions.expires_at > now()
  and auth_sessions.last_used_at > now() - make_interval(secs => ${IDLE_SECONDS}))`;

const lacksFactor = sql<boolean>`not exists (
  select from second_factors where user_id = users.id and confirmed_at is not null)`;

/** Whether a sign-in opens only the set-up of a second step that its user lacks. */
const SET_UP = {
  asCompanyRequires: sql<boolean>`(select requires_second_factor from companies where id = users.company_id)
    and ${lacksFactor}`,
  always: lacksFactor,
  never: sql<boolean>`false`,
};
export type SetUp = keyof typeof SET_UP;

/**
 * Adds a sign-in and returns its id; undefined if the user is gone or has another password by now. The lock serializes
 * a sign-in with a change of the password.
 */
export async function insertAuthSession(
  db: Database,
  user: { id: string; passwordHash: string; lastsSeconds: number; setUp?: SetUp },
  from: { device: string; address: string; network: string; providerSession?: string | null },
): Promise<{ id: string; needs_second_factor: boolean } | undefined> {
  return db
    .insertInto('auth_sessions')
    .columns(['user_id', 'expires_at', 'device', 'address', 'network', 'provider_session', 'needs_second_factor'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          'users.id',
          sql<string>`now() + make_interval(secs => ${user.lastsSeconds})`.as('expires_at'),
          sql<string>`${from.device}::text`.as('device'),
          sql<string>`${from.address}::text`.as('address'),
          sql<string>`${from.network}::text`.as('network'),
          sql<string | null>`${from.providerSession ?? null}::text`.as('provider_session'),
          SET_UP[user.setUp ?? 'asCompanyRequires'].as('needs_second_factor'),
        ])
        .where('users.id', '=', user.id)
        .where('users.password_hash', '=', user.passwordHash)
        .forShare(),
    )
    .returning(['id', 'needs_second_factor'])
    .executeTakeFirst();
}

/** Deletes the expired sign-ins of a user. */
export async function deleteExpired(db: Database, userId: string): Promise<void> {
  await db
    .deleteFrom('auth_sessions')
    .where('user_id', '=', userId)
    .where(sql<boolean>`not ${isValid}`)
    .execute();
}

/** Deletes up to `atMost` expired sign-ins of all users; returns how many. */
export async function deleteExpiredBatch(db: Database, atMost: number): Promise<number> {
  const { rows } = await sql`
    delete from auth_sessions where id in (
      select id from auth_sessions where not ${isValid} limit ${atMost} for update skip locked
    )
    returning id`.execute(db);
  return rows.length;
}

/** The last use of a sign-in is written at most this often, in seconds: an hour. */
const RECORD_USE_EVERY_SECONDS = 3600;

const isStale = sql<boolean>`auth_sessions.last_used_at < now() - make_interval(secs => ${RECORD_USE_EVERY_SECONDS})`;
const isRecent = sql<boolean>`auth_sessions.authenticated_at > now() - make_interval(secs => ${RECENT_SIGN_IN_SECONDS})`;

/** Returns the account of a valid sign-in, or undefined; `isStale` means that its last use has to be written. */
export async function findPrincipal(
  db: Database,
  authSessionId: string,
  userId: string,
): Promise<(Principal & { isStale: boolean }) | undefined> {
  const [principal] = await selectPrincipal(db, { authSessionId, userId });
  return principal;
}

const selectPrincipal = preparedQuery((db, { authSessionId, userId }: { authSessionId: string; userId: string }) =>
  db
    .selectFrom('auth_sessions')
    .innerJoin('users', 'users.id', 'auth_sessions.user_id')
    .select([
      'users.company_id as companyId',
      'users.id as userId',
      'users.role',
      'users.name',
      seesAll.as('seesAll'),
      'auth_sessions.id as authSessionId',
      'auth_sessions.needs_second_factor as needsSecondFactor',
      isRecent.as('isRecent'),
      isStale.as('isStale'),
    ])
    .where('auth_sessions.id', '=', authSessionId)
    .where('auth_sessions.user_id', '=', userId)
    .where(isValid),
);

/** Gives full access to the sign-ins of a user who has set up the second step. */
export async function clearSetUpRequirement(trx: Transaction, userId: string): Promise<void> {
  await trx.updateTable('auth_sessions').set({ needs_second_factor: false }).where('user_id', '=', userId).execute();
}

/** Makes a sign-in recent. */
export async function markRecent(db: Database, authSessionId: string): Promise<void> {
  await db
    .updateTable('auth_sessions')
    .set({ authenticated_at: sql<string>`now()` })
    .where('id', '=', authSessionId)
    .execute();
}

/** Ends one sign-in. */
export async function deleteAuthSession(db: Database, authSessionId: string): Promise<void> {
  await db.deleteFrom('auth_sessions').where('id', '=', authSessionId).execute();
}

/** Ends all sign-ins of a company and returns their ids. */
export async function deleteAuthSessionsOfCompany(trx: Transaction, companyId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('auth_sessions')
    .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('company_id', '=', companyId))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Ends all sign-ins of a user, except `except`, and returns their ids. */
export async function deleteAuthSessionsOf(trx: Transaction, userId: string, except: string | null): Promise<string[]> {
  const rows = await trx
    .deleteFrom('auth_sessions')
    .where('user_id', '=', userId)
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Ends the sign-ins of a session at the provider, only those of `userId` if given; returns them. */
export function deleteAuthSessionsOfProvider(
  trx: Transaction,
  providerSession: string,
  userId: string | undefined,
): Promise<{ id: string; user_id: string }[]> {
  return trx
    .deleteFrom('auth_sessions')
    .where('provider_session', '=', providerSession)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', String(userId)))
    .returning(['id', 'user_id'])
    .execute();
}

/** Returns whether a user exists. */
export async function userExists(db: Database, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  return row !== undefined;
}
