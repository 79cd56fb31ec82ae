import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import type { ProviderOrigin } from '../../../platform/security/tokens.ts';

/** Marks something as used for `lastsSeconds`; returns false if it was used before, on any node. */
export async function spend(db: Database, digest: string, lastsSeconds: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('spent_tokens')
    .values({ digest, expires_at: sql<string>`now() + make_interval(secs => ${lastsSeconds})` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The lock between the logouts of providers and the sign-ins that come from there. */
const LOGOUTS = 'logouts of providers';

/**
 * Marks a session or a person at the provider as signed out now, for `lastsSeconds`. Sign-ins that end meanwhile are
 * stored first, so that the caller finds them.
 */
export async function markSignedOut(trx: Transaction, digest: string, lastsSeconds: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${LOGOUTS}, 0))`.execute(trx);
  await sql`
    insert into spent_tokens (digest, expires_at) values (${digest}, now() + make_interval(secs => ${lastsSeconds}))
    on conflict (digest) do update set expires_at = excluded.expires_at`.execute(trx);
}

/**
 * Returns whether the session or the person of a sign-in was signed out after it began; its beginning must have been
 * spent for as long as logouts are marked. Until the transaction ends, no logout is marked.
 */
export async function isSignedOut(trx: Transaction, { session, person, attempt }: ProviderOrigin): Promise<boolean> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${LOGOUTS}, 0))`.execute(trx);
  const { rows } = await sql`
    select digest from spent_tokens
    where digest in (${session}, ${person ?? null}) and expires_at >= coalesce(
      (select expires_at from spent_tokens where digest = ${attempt ?? null}), '-infinity'
    )`.execute(trx);
  return rows.length > 0;
}

/** Deletes up to `atMost` expired rows; returns how many. */
export async function deleteSpent(db: Database, atMost: number): Promise<number> {
  const { rows } = await sql`
    delete from spent_tokens where digest in (
      select digest from spent_tokens where expires_at < now() limit ${atMost} for update skip locked
    )
    returning digest`.execute(db);
  return rows.length;
}
