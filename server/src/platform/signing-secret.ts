import { randomBytes } from 'node:crypto';
import type { Database } from '../database.ts';

const KEY = 'jwt_secret';

/** The secret generated at the first start and kept in the database, so that all nodes share it. */
export async function generatedSecret(db: Database): Promise<string> {
  const value = randomBytes(48).toString('base64url');
  await db
    .insertInto('settings')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirstOrThrow();
  return row.value;
}
