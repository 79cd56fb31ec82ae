import type { User } from '@cip/contracts/interviewers';
import type { Generated } from 'kysely';

/** The owner and the interviewers of a company. */
export interface UserTable {
  id: Generated<string>;
  company_id: string;
  role: User['role'];
  name: string;
  /** Unique in any case. */
  email: string;
  password_hash: string;
  /** When the user confirmed the e-mail; null until then. */
  email_verified_at: Generated<string | null>;
  created_at: Generated<string>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    users: UserTable;
  }
}
