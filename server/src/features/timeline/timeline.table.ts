import type { ColumnType, Generated } from 'kysely';

/** An event in a room that is not an edit; rows are only added, and `id` is their order. */
export interface TimelineEventTable {
  id: Generated<string>;
  interview_id: string;
  /** Unique per interview, so that a repetition adds nothing. */
  op_id: string;
  at: Generated<string>;
  /** Null for the system. */
  participant_id: string | null;
  kind: string;
  /** Written as JSON text. */
  data: ColumnType<Record<string, unknown>, string, never>;
}

/** How many events a participant has in the timeline of an interview. */
export interface TimelineCountTable {
  interview_id: string;
  participant_id: string;
  is_candidate: boolean;
  events: number;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    timeline_events: TimelineEventTable;
    timeline_counts: TimelineCountTable;
  }
}
