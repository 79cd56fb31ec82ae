import type { Generated } from 'kysely';

/** A link to the playback of an interview; only a digest of its token is stored. */
export interface ReviewLinkTable {
  id: Generated<string>;
  interview_id: string;
  digest: string;
  /** The user who made it; null when the account is gone. */
  created_by: string | null;
  /** Whether readers see the candidate's name. */
  shows_candidate: boolean;
  created_at: Generated<string>;
  expires_at: string;
  /** When it was first opened. */
  opened_at: Generated<string | null>;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    review_links: ReviewLinkTable;
  }
}
