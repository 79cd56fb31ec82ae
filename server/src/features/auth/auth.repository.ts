import { sql, type Transaction } from 'kysely';
import type { Database, Tables } from '../../database.ts';
import type { Principal } from '../../platform/authenticate.ts';

/**
 * Adds a sign-in and answers with its id; undefined when the user is gone or has another password by now. The
 * lock makes a sign-in and a change of the password happen one after the other.
 */
export async function insertAuthSession(
  db: Database,
  user: { id: string; passwordHash: string; lastsSeconds: number },
  from: { device: string; address: string; network: string },
): Promise<string | undefined> {
  const row = await db
    .insertInto('auth_sessions')
    .columns(['user_id', 'expires_at', 'device', 'address', 'network'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          'users.id',
          sql<string>`now() + make_interval(secs => ${user.lastsSeconds})`.as('expires_at'),
          sql<string>`${from.device}::text`.as('device'),
          sql<string>`${from.address}::text`.as('address'),
          sql<string>`${from.network}::text`.as('network'),
        ])
        .where('users.id', '=', user.id)
        .where('users.password_hash', '=', user.passwordHash)
        .forShare(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Removes the sign-ins of a user that have expired. */
export async function deleteExpired(db: Database, userId: string): Promise<void> {
  await db
    .deleteFrom('auth_sessions')
    .where('user_id', '=', userId)
    .where('expires_at', '<', sql<string>`now()`)
    .execute();
}

/** Removes sign-ins of whomever that have expired, some at a time; answers with how many went. */
export async function deleteSomeExpired(db: Database, atMost: number): Promise<number> {
  const { rows } = await sql`
    delete from auth_sessions where id in (
      select id from auth_sessions where expires_at < now() limit ${atMost} for update skip locked
    )
    returning id`.execute(db);
  return rows.length;
}

/** A sign-in's last use is noted this often, in seconds. */
const NOTE_USE_EVERY_SECONDS = 300;

const isStale = sql<boolean>`auth_sessions.last_used_at < now() - make_interval(secs => ${NOTE_USE_EVERY_SECONDS})`;

/** Who a living sign-in acts for, or undefined; `isStale` when its last use has to be noted anew. */
export async function findPrincipal(
  db: Database,
  authSessionId: string,
  userId: string,
): Promise<(Principal & { isStale: boolean }) | undefined> {
  return db
    .selectFrom('auth_sessions')
    .innerJoin('users', 'users.id', 'auth_sessions.user_id')
    .select([
      'users.company_id as companyId',
      'users.id as userId',
      'users.role',
      'users.name',
      'auth_sessions.id as authSessionId',
      isStale.as('isStale'),
    ])
    .where('auth_sessions.id', '=', authSessionId)
    .where('auth_sessions.user_id', '=', userId)
    .where('auth_sessions.expires_at', '>', sql<string>`now()`)
    .executeTakeFirst();
}

/** Ends one sign-in. */
export async function deleteAuthSession(db: Database, authSessionId: string): Promise<void> {
  await db.deleteFrom('auth_sessions').where('id', '=', authSessionId).execute();
}

/** Ends all sign-ins of a company, and answers with their ids. */
export async function deleteAuthSessionsOfCompany(trx: Transaction<Tables>, companyId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('auth_sessions')
    .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('company_id', '=', companyId))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Ends all sign-ins of a user but one, and answers with the ids of those that ended. */
export async function deleteAuthSessionsOf(
  trx: Transaction<Tables>,
  userId: string,
  keep: string | null,
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('auth_sessions')
    .where('user_id', '=', userId)
    .$if(keep !== null, (query) => query.where('id', '!=', keep))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
