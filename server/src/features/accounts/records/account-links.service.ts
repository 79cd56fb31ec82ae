import { randomBytes } from 'node:crypto';
import type { Database } from '../../../platform/database/database.ts';
import { digestOf } from '../../../platform/security/digest-of.ts';
import * as links from './email-links.repository.ts';

const TOKEN_BYTES = 32;

/** Returns a new token for a link: 256 random bits. */
export const newLinkToken = () => randomBytes(TOKEN_BYTES).toString('base64url');

/** Sets the token of a link when its e-mail is composed; returns it with the address, or null if it has expired. */
export async function issueLinkToken(db: Database, id: number): Promise<{ token: string; email: string } | null> {
  await links.deleteExpiredLinks(db);
  const token = newLinkToken();
  const email = await links.setToken(db, id, digestOf(token));
  return email === undefined ? null : { token, email };
}
