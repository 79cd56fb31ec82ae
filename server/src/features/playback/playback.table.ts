import type { Generated } from 'kysely';

/** A link to the playback of an interview; only a digest of its token is stored. */
export interface ReviewLinkTable {
  id: Generated<string>;
  interview_id: string;
  digest: string;
  /** The user who made it; null if the account is gone. */
  created_by: string | null;
  /** Whether readers see the candidate's name. */
  shows_candidate: boolean;
  shows_questions: Generated<boolean>;
  shows_scorecards: Generated<boolean>;
  created_at: Generated<string>;
  expires_at: string;
  /** When it was first opened. */
  opened_at: Generated<string | null>;
}

/** A stretch of a recording whose content an owner removed; times in milliseconds since the start. */
export interface ClosedStretchTable {
  id: Generated<string>;
  interview_id: string;
  from_ms: number;
  to_ms: number;
  /** The owner; null if the account is gone. */
  closed_by: string | null;
  closed_at: Generated<string>;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    closed_stretches: ClosedStretchTable;
    review_links: ReviewLinkTable;
  }
}
