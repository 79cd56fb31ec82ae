import type { Generated } from 'kysely';

/** The address at which calendars read a user's interviews; a user has at most one. */
export interface CalendarFeedTable {
  user_id: string;
  /** SHA-256 of the secret in the address. */
  digest: string;
  created_at: Generated<string>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    calendar_feeds: CalendarFeedTable;
  }
}
