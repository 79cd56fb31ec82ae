import type { Generated, GeneratedAlways } from 'kysely';

/** A sign-in: the bearer token's `jti`. Deleting the row revokes the token. */
export interface AuthSessionTable {
  id: Generated<string>;
  user_id: string;
  created_at: Generated<string>;
  expires_at: string;
  /** Browser and system in the words users know. */
  device: Generated<string>;
  /** The client's address, without its last part. */
  address: Generated<string>;
  /** A keyed digest of the client's network. */
  network: Generated<string>;
  last_used_at: Generated<string>;
  /** When the user last entered the password, and the code if one is needed. */
  authenticated_at: Generated<string>;
  /** Allows only the set-up of the second step, which the company requires. */
  needs_second_factor: Generated<boolean>;
  /** A keyed digest of its session at the provider; null if it came from elsewhere. */
  provider_session: Generated<string | null>;
}

/** An e-mailed link that restores or verifies an e-mail. */
export interface EmailLinkTable {
  /** In the order of creation. */
  id: GeneratedAlways<number>;
  user_id: string;
  kind: 'undo' | 'verify';
  /** The address to restore or to verify. */
  email: string;
  /** Whether the address was verified when the link was created. */
  was_verified: boolean;
  /** Null until the e-mail is composed, because the token itself is only in the e-mail. */
  token_hash: string | null;
  created_at: Generated<string>;
  expires_at: string;
}

/** A requested password reset; the token itself is only in the e-mail. */
export interface PasswordResetTable {
  token_hash: string;
  user_id: string;
  expires_at: string;
}

/** The second step of a user: the secret shared with an authenticator app. */
export interface SecondFactorTable {
  user_id: string;
  /** Encrypted by the vault. */
  secret: string;
  /** Null until a first code confirms that the app has the secret. */
  confirmed_at: string | null;
  /** The time step of the last used code. */
  last_step: Generated<number>;
}

/** Codes that replace a lost authenticator app, each usable once. */
export interface RecoveryCodeTable {
  user_id: string;
  code_hash: string;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    auth_sessions: AuthSessionTable;
    email_links: EmailLinkTable;
    password_resets: PasswordResetTable;
    recovery_codes: RecoveryCodeTable;
    second_factors: SecondFactorTable;
  }
}
