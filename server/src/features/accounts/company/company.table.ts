import type { NotificationPreferences } from '@cip/contracts/company';
import type { ColumnType, Generated } from 'kysely';

export interface CompanyTable {
  id: Generated<string>;
  name: string;
  email: string;
  phone: string | null;
  address: string | null;
  /** What the company chose; what it never chose has its default. Written as JSON text. */
  notification_preferences: ColumnType<Partial<NotificationPreferences>, string | undefined, string>;
  /** For how many days finished interviews are kept; null for as long as they are not deleted. */
  retention_days: Generated<number | null>;
  /** Up to when weekly reports have told of what happened; null before the first. */
  reported_until: Generated<string | null>;
  /** Every new sign-in has to set up the second step first. */
  requires_second_factor: Generated<boolean>;
  created_at: Generated<string>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    companies: CompanyTable;
  }
}
