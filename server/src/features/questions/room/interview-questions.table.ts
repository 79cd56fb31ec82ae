import type { QuestionContent } from '@cip/contracts/questions/questions';
import type { TestsReport } from '@cip/contracts/questions/test-reports';
import type { ColumnType, Generated } from 'kysely';
import type { StoredStarters } from '../hidden-files.ts';

/** A report of tests, whether candidates see how many hidden ones passed, and when that was last set, if ever. */
export type StoredReport = Omit<TestsReport, 'at'> & { isHiddenShared: boolean; sharedAt?: string };

/** A content whose starters are without their hidden files. */
export type StoredContent = QuestionContent & Partial<Pick<StoredStarters, 'hidden_files'>>;

/** A question that was shown in an interview: a copy of the version of that time. */
export interface InterviewQuestionTable {
  id: Generated<string>;
  interview_id: string;
  /** Its place in the order in which they were first shown, from 1. */
  number: number;
  /** Null if the question is gone. */
  question_id: string | null;
  version: number;
  /** Written as JSON text; with title, guide, hidden tests and files. */
  content: ColumnType<StoredContent, string, never>;
  /** The content's title; like its bytes without the data, computed by the database. */
  title: ColumnType<string, never, never>;
  content_bytes: ColumnType<number, never, never>;
  shown_at: Generated<string>;
  /** When it last came to the front. */
  front_at: Generated<string>;
  hidden_at: string | null;
  /** The last results of its tests, with the time in `reported_at`; written as JSON text. */
  report: ColumnType<StoredReport | null, string | null | undefined, string | null>;
  reported_at: Generated<string | null>;
  /** Whether candidates see how many hidden tests pass. */
  shares_hidden: Generated<boolean>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    interview_questions: InterviewQuestionTable;
  }
}
