import type { AuditAction, AuditActor, AuditDetails } from '@cip/contracts/accounts/audit';
import type { ColumnType, Generated } from 'kysely';

/** The audit log: actions and their actors in a company; accounts by id only. */
export interface AuditLogTable {
  id: Generated<number>;
  company_id: string;
  at: Generated<string>;
  action: AuditAction;
  actor: Exclude<AuditActor, 'key'>;
  actor_id: string | null;
  /** The API key with which the user acted, if any. */
  actor_key_id: Generated<string | null>;
  /** The affected user, if any. */
  subject_id: string | null;
  /** Written as JSON text. */
  details: ColumnType<AuditDetails, string | undefined, string>;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    audit_log: AuditLogTable;
  }
}
