import type { NotificationPreferences, Visibility } from '@cip/contracts/accounts/company';
import type { Completion, InterviewRule } from '@cip/contracts/rooms/rules';
import type { ColumnType, Generated } from 'kysely';

/** The companies. */
export interface CompanyTable {
  id: Generated<string>;
  name: string;
  email: string;
  phone: string | null;
  address: string | null;
  /** The video call of interviews that set no other. */
  call_link: Generated<string | null>;
  /** The rule of interviews that set no other. Written as JSON text. */
  rule: ColumnType<InterviewRule | null, string | null | undefined, string | null>;
  completion: Generated<Completion>;
  /** The chosen preferences; the others have their defaults. Written as JSON text. */
  notification_preferences: ColumnType<Partial<NotificationPreferences>, string | undefined, string>;
  /** How many days finished interviews are stored; null means until they are deleted. */
  retention_days: Generated<number | null>;
  /** The end of the last reported week; null before the first report. */
  reported_until: Generated<string | null>;
  /** Whether every new sign-in has to set up the second step first. */
  requires_second_factor: Generated<boolean>;
  /** If new users with this e-mail domain sign in with the provider, they become interviewers; of one company only. */
  open_domain: Generated<string | null>;
  interviews_visible_to: Generated<Visibility>;
  created_at: Generated<string>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    companies: CompanyTable;
  }
}
