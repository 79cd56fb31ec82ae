import type { Generated } from 'kysely';

/** A sign-in: the bearer token's `jti`. Deleting the row revokes the token. */
export interface AuthSessionTable {
  id: Generated<string>;
  user_id: string;
  created_at: Generated<string>;
  expires_at: string;
}
