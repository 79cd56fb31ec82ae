import type { ApiKeyScope } from '@cip/contracts/integrations/api-keys';
import type { Generated } from 'kysely';

/** A key with which a program of the company calls the API. */
export interface ApiKeyTable {
  id: Generated<string>;
  company_id: string;
  /** The owner for whom it acts. */
  created_by: string;
  name: string;
  scope: ApiKeyScope;
  /** The SHA-256 digest of its secret. */
  digest: string;
  /** The last characters of its secret. */
  hint: string;
  created_at: Generated<string>;
  expires_at: string;
  last_used_at: Generated<string | null>;
  revoked_at: Generated<string | null>;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    api_keys: ApiKeyTable;
  }
}
