import type { Generated } from 'kysely';

/** The person at the provider who signs in to an account: one for each account and issuer, and one account for each. */
export interface ProviderIdentityTable {
  user_id: string;
  issuer: string;
  /** The provider's identifier of the person, which never changes. */
  subject: string;
  created_at: Generated<string>;
}

/** Keyed digests of removed users' e-mails and identities, so that a sign-in does not create the users again. */
export interface RemovedUserTable {
  company_id: string;
  digest: string;
}

/**
 * A token or a state that was used and must not be used again, until it expires; also a session or a person whom the
 * provider signed out.
 */
export interface SpentTokenTable {
  digest: string;
  expires_at: string;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    provider_identities: ProviderIdentityTable;
    removed_users: RemovedUserTable;
    spent_tokens: SpentTokenTable;
  }
}
