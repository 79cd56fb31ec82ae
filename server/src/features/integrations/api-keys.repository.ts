import type { ApiKey } from '@cip/contracts/integrations/api-keys';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { hasRow } from '../../platform/database/endings.ts';
import { seesAll } from '../accounts/users/users.service.ts';
import type { ApiKeyTable } from './api-keys.table.ts';

const SHOWN = ['id', 'name', 'scope', 'hint', 'created_at', 'expires_at', 'last_used_at'] as const;

/** The last use of a key is written at most this often (s). */
const RECORD_USE_EVERY_SECONDS = 60;

/** Returns the company's keys that were not revoked, oldest first. */
export function listKeys(db: Database, companyId: string): Promise<ApiKey[]> {
  return db
    .selectFrom('api_keys')
    .select(SHOWN)
    .where('company_id', '=', companyId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

type NewKey = Pick<ApiKeyTable, 'name' | 'scope' | 'digest' | 'hint' | 'company_id' | 'created_by'>;

/** Adds a key that is valid for some days. */
export function insertKey(trx: Transaction, { days, ...key }: NewKey & { days: number }): Promise<ApiKey> {
  return trx
    .insertInto('api_keys')
    .values({ ...key, expires_at: sql<string>`now() + make_interval(days => ${days})` })
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

/** Revokes a key of the company; returns whether there was one. */
export function markRevoked(trx: Transaction, companyId: string, id: string): Promise<boolean> {
  return trx
    .updateTable('api_keys')
    .set({ revoked_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .$call(hasRow);
}

/** Returns a valid key by the digest of its secret, with the owner for whom it acts; or undefined. */
export function findKey(db: Database, digest: string) {
  return db
    .selectFrom('api_keys')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'api_keys.created_by').onRef('users.company_id', '=', 'api_keys.company_id'),
    )
    .select([
      'api_keys.id',
      'api_keys.scope',
      'users.company_id as companyId',
      'users.id as userId',
      'users.role',
      'users.name',
      seesAll.as('seesAll'),
      sql<boolean>`api_keys.last_used_at is null
        or api_keys.last_used_at < now() - make_interval(secs => ${RECORD_USE_EVERY_SECONDS})`.as('isStale'),
    ])
    .where('api_keys.digest', '=', digest)
    .where('api_keys.revoked_at', 'is', null)
    .where('api_keys.expires_at', '>', sql<string>`now()`)
    .executeTakeFirst();
}

/** Stores that a key was used. */
export async function recordUse(db: Database, id: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Deletes up to `atMost` keys that ended more than `days` ago; returns how many. */
export async function deleteEnded(db: Database, days: number, atMost: number): Promise<number> {
  const { rows } = await sql`
    delete from api_keys where id in (
      select id from api_keys
      where least(revoked_at, expires_at) < now() - make_interval(days => ${days})
      limit ${atMost} for update skip locked
    )
    returning id`.execute(db);
  return rows.length;
}
