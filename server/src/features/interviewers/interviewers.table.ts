import type { User } from '@cip/contracts/interviewers';
import type { Generated } from 'kysely';

/** People who sign in: the owner and the interviewers of a company. */
export interface UserTable {
  id: Generated<string>;
  company_id: string;
  role: User['role'];
  name: string;
  /** Unique without regard to case. */
  email: string;
  password_hash: string;
  created_at: Generated<string>;
}
