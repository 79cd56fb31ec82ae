import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** The keys of generated secrets, which backups omit. */
export const GENERATED_SECRETS = ['jwt_secret', 'test_webhook_secret'] as const;

/** Returns the secret that signs tokens if none is configured. */
export const generatedSecret = (db: Database) => generatedSecretOf(db, 'jwt_secret');

/** Returns a secret that is generated on first use and stored in the database, so that all nodes share it. */
export async function generatedSecretOf(db: Database, key: (typeof GENERATED_SECRETS)[number]): Promise<string> {
  const value = randomBytes(48).toString('base64url');
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirstOrThrow();
  return row.value;
}
