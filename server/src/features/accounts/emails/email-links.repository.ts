import { sql, type Transaction } from 'kysely';
import type { Database, Tables } from '../../../platform/database/database.ts';
import type { EmailLinkTable } from '../sign-in/auth.table.ts';

type Kind = EmailLinkTable['kind'];

/** Adds a link without a token, which its mail gets; returns its id. */
export async function insertLink(
  trx: Transaction<Tables>,
  link: { userId: string; kind: Kind; email: string; wasVerified: boolean; lastsSeconds: number },
): Promise<number> {
  const row = await trx
    .insertInto('email_links')
    .values({
      user_id: link.userId,
      kind: link.kind,
      email: link.email,
      was_verified: link.wasVerified,
      token_hash: null,
      expires_at: sql<string>`now() + make_interval(secs => ${link.lastsSeconds})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Gives a link its token, in place of one of an attempt that failed; returns its address, or undefined when it is over. */
export async function setToken(db: Database, id: number, tokenHash: string): Promise<string | undefined> {
  const row = await db
    .updateTable('email_links')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

/** Uses a link up and returns it, or undefined when it cannot be used. */
export function takeLink(trx: Transaction<Tables>, kind: Kind, tokenHash: string) {
  return trx
    .deleteFrom('email_links')
    .where('kind', '=', kind)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['id', 'user_id', 'email', 'created_at'])
    .executeTakeFirst();
}

/** Ends the links of a user that were made after this one. */
export async function deleteLinksAfter(trx: Transaction<Tables>, userId: string, id: number): Promise<void> {
  await trx.deleteFrom('email_links').where('user_id', '=', userId).where('id', '>', id).execute();
}

/** Ends the links of one kind of a user. */
export async function deleteLinks(trx: Transaction<Tables>, userId: string, kind: Kind): Promise<void> {
  await trx.deleteFrom('email_links').where('user_id', '=', userId).where('kind', '=', kind).execute();
}

/** Ends the links that would restore an e-mail of this user that was never verified. */
export async function deleteUnprovenUndos(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx
    .deleteFrom('email_links')
    .where('user_id', '=', userId)
    .where('kind', '=', 'undo')
    .where('was_verified', '=', false)
    .execute();
}

/** Removes the links that have expired. */
export async function deleteExpiredLinks(db: Database): Promise<void> {
  await db
    .deleteFrom('email_links')
    .where('expires_at', '<', sql<string>`now()`)
    .execute();
}

/** Whether a link can still restore this e-mail, which another user had verified: others cannot be held. */
export async function isReserved(db: Database, email: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('email_links')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('kind', '=', 'undo')
    .where('was_verified', '=', true)
    .where('user_id', '!=', userId)
    .where('expires_at', '>', sql<string>`now()`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
