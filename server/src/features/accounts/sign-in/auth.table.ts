import type { Generated, GeneratedAlways } from 'kysely';

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
  /** When its user last gave the password, and the code where one is needed. */
  authenticated_at: Generated<string>;
  /** Opens nothing but the set-up of the second step, which the company requires. */
  needs_second_factor: Generated<boolean>;
}

/** A link in a mail that restores an e-mail or verifies one. */
export interface EmailLinkTable {
  /** In the order the links were made. */
  id: GeneratedAlways<number>;
  user_id: string;
  kind: 'undo' | 'verify';
  /** The address to restore, or the one to verify. */
  email: string;
  /** Whether the address had been verified when the link was made. */
  was_verified: boolean;
  /** Null until the mail is written: the token itself is only in the mail. */
  token_hash: string | null;
  created_at: Generated<string>;
  expires_at: string;
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

declare module '../../../platform/database/database.ts' {
  interface Tables {
    auth_sessions: AuthSessionTable;
    email_links: EmailLinkTable;
    password_resets: PasswordResetTable;
    recovery_codes: RecoveryCodeTable;
    second_factors: SecondFactorTable;
  }
}
