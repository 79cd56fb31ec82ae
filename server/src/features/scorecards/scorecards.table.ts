import type { InterviewCards } from '@cip/contracts/scorecards/scorecards';
import type { CardContent, Criterion } from '@cip/contracts/scorecards/card-content';
import type { ColumnType, Generated } from 'kysely';

type Decision = NonNullable<InterviewCards['decision']>['decision'];

/** JSON that is written as text. */
type ContentColumn = ColumnType<CardContent, string, string>;

/** A scorecard as its author sees it. */
export interface ScorecardTable {
  id: Generated<string>;
  interview_id: string;
  /** Null after the author's account was deleted. */
  user_id: string | null;
  author_name: string;
  /** The author was not in the room. */
  from_playback: boolean;
  content: ContentColumn;
  created_at: Generated<string>;
  saved_at: Generated<string>;
}

/** A submitted version of a scorecard; numbers count from 1. */
export interface ScorecardVersionTable {
  scorecard_id: string;
  number: number;
  content: ContentColumn;
  submitted_at: Generated<string>;
}

/** A save that was applied, so that a repetition changes nothing. */
export interface ScorecardSaveTable {
  scorecard_id: string;
  op_id: string;
  at: Generated<string>;
}

/** The decision about the candidate of an interview. */
export interface InterviewDecisionTable {
  interview_id: string;
  decision: Decision;
  reason: string;
  decided_by: string | null;
  decided_by_name: string;
  decided_at: Generated<string>;
}

/** The criteria of all scorecards of an interview, fixed by the first one. */
export interface InterviewCriteriaTable {
  interview_id: string;
  criteria: ColumnType<Criterion[], string, never>;
}

/** An account that watched the recording of an interview. */
export interface PlaybackViewTable {
  interview_id: string;
  user_id: string;
  since: Generated<string>;
}

/** An interview whose reminders were ordered. */
export interface ScorecardReminderTable {
  interview_id: string;
  ordered_at: Generated<string>;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    scorecards: ScorecardTable;
    scorecard_versions: ScorecardVersionTable;
    scorecard_saves: ScorecardSaveTable;
    interview_decisions: InterviewDecisionTable;
    interview_criteria: InterviewCriteriaTable;
    playback_views: PlaybackViewTable;
    scorecard_reminders: ScorecardReminderTable;
  }
}
