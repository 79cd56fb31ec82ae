import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../../platform/database/database.ts';
import * as links from './email-links.repository.ts';
import { deleteResets } from '../passwords/password-reset.repository.ts';

const TOKEN_BYTES = 32;

/** Returns the token of a link: 256 random bits. */
export const newLinkToken = () => randomBytes(TOKEN_BYTES).toString('base64url');

/** Returns the form in which a token is stored. */
export const tokenHashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Ends every open reset link of a user; part of each change of the e-mail, the password and the second step. */
export const endResetLinks = deleteResets;

/** Whether an e-mail is still held for another user, who can undo its change. */
export const isReservedEmail = links.isReserved;

/** Gives an ordered link its token; returns the token with the address it is for, or null when the link is over. */
export async function writeLink(db: Database, id: number): Promise<{ token: string; email: string } | null> {
  await links.deleteExpiredLinks(db);
  const token = newLinkToken();
  const email = await links.setToken(db, id, tokenHashOf(token));
  return email === undefined ? null : { token, email };
}
