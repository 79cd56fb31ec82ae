import type { User } from '@cip/contracts/accounts/interviewers';
import type { Generated } from 'kysely';

/** The owner of a company, of which there is one, and its other people. */
export interface UserTable {
  id: Generated<string>;
  company_id: string;
  role: User['role'];
  name: string;
  /** Unique in any case. */
  email: string;
  /** If the user has no password, the hash of a random one. */
  password_hash: string;
  /** False while the user signs in only with the provider, until they choose a password. */
  has_password: Generated<boolean>;
  /** When the user confirmed the e-mail; null until then. */
  email_verified_at: Generated<string | null>;
  created_at: Generated<string>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    users: UserTable;
  }
}
