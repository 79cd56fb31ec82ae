import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { hasRow } from '../../../platform/database/endings.ts';
import type { EmailLinkTable } from './auth.table.ts';

type Kind = EmailLinkTable['kind'];

/** Adds a link and returns its id; its token is set when its e-mail is composed. */
export async function insertLink(
  trx: Transaction,
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

/** Sets the token of a link, also after a failed attempt to send it; returns its address, or undefined if expired. */
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

/**
 * Locks the company of a link's user until the transaction ends. A change of the profile takes the same locks in this
 * order: the company, the user, the links.
 */
export async function lockCompanyOf(trx: Transaction, kind: Kind, tokenHash: string): Promise<void> {
  await trx
    .selectFrom('companies')
    .select('id')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('email_links')
        .innerJoin('users', 'users.id', 'email_links.user_id')
        .select('users.company_id')
        .where('kind', '=', kind)
        .where('token_hash', '=', tokenHash),
    )
    .forNoKeyUpdate()
    .execute();
}

/** Deletes a valid link and returns it; or undefined. */
export function consumeLink(trx: Transaction, kind: Kind, tokenHash: string) {
  return trx
    .deleteFrom('email_links')
    .where('kind', '=', kind)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['id', 'user_id', 'email', 'created_at'])
    .executeTakeFirst();
}

/** Deletes the links of a user that were created after this link. */
export async function deleteLinksAfter(trx: Transaction, userId: string, id: number): Promise<void> {
  await trx.deleteFrom('email_links').where('user_id', '=', userId).where('id', '>', id).execute();
}

/** Deletes a user's links of one kind. */
export async function deleteLinks(trx: Transaction, userId: string, kind: Kind): Promise<void> {
  await trx.deleteFrom('email_links').where('user_id', '=', userId).where('kind', '=', kind).execute();
}

/** Deletes a user's undo links to e-mails that were never verified. */
export async function deleteUnverifiedUndos(trx: Transaction, userId: string): Promise<void> {
  await trx
    .deleteFrom('email_links')
    .where('user_id', '=', userId)
    .where('kind', '=', 'undo')
    .where('was_verified', '=', false)
    .execute();
}

/** Deletes the expired links. */
export async function deleteExpiredLinks(db: Database): Promise<void> {
  await db
    .deleteFrom('email_links')
    .where('expires_at', '<', sql<string>`now()`)
    .execute();
}

/** Returns whether another user can still restore this e-mail; if it was never verified, it is not reserved. */
export function isReserved(db: Database, email: string, userId: string): Promise<boolean> {
  return db
    .selectFrom('email_links')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('kind', '=', 'undo')
    .where('was_verified', '=', true)
    .where('user_id', '!=', userId)
    .where('expires_at', '>', sql<string>`now()`)
    .limit(1)
    .$call(hasRow);
}
