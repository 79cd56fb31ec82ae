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
  created_at: Generated<string>;
}
