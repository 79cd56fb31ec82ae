import type { Generated } from 'kysely';

/** A sign-in: the bearer token's `jti`. Deleting the row revokes the token. */
export interface AuthSessionTable {
  id: Generated<string>;
  user_id: string;
  created_at: Generated<string>;
  expires_at: string;
  /** Browser and system, as a person would call them. */
  device: Generated<string>;
  /** The address it came from, made coarse. */
  address: Generated<string>;
  /** A keyed digest of the network it came from. */
  network: Generated<string>;
  last_used_at: Generated<string>;
}

/** A way to a new password that was asked for; the token itself is only in the mail. */
export interface PasswordResetTable {
  token_hash: string;
  user_id: string;
  expires_at: string;
}

/** What an authenticator app shares with us. */
export interface SecondFactorTable {
  user_id: string;
  /** Sealed by the vault. */
  secret: string;
  /** Null until a first code proved that the app has the secret. */
  confirmed_at: string | null;
  /** The time step of the last code that was taken. */
  last_step: Generated<number>;
}

/** Codes that stand in for a lost authenticator, once each. */
export interface RecoveryCodeTable {
  user_id: string;
  code_hash: string;
}
