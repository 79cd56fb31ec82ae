import type { QuestionTest } from '@cip/contracts/questions/questions';
import type { Solution } from '@cip/contracts/questions/solutions';
import type { Starter } from '@cip/contracts/questions/starters';
import type { HiddenFile } from '@cip/contracts/questions/interview-questions';
import type { ColumnType, Generated } from 'kysely';

/** A question; its content is that of its version in `question_versions`. */
export interface QuestionTable {
  id: Generated<string>;
  company_id: string;
  version: number;
  archived_at: string | null;
  /** When it was first shown in an interview. */
  used_at: string | null;
  /** Whether it was taken over from the first library. */
  is_from_library: Generated<boolean>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

/** A version of a question's content; rows are only added, and deleted beyond the most versions. */
export interface QuestionVersionTable {
  question_id: string;
  version: number;
  at: Generated<string>;
  /** Who stored it; null if the account is gone. */
  user_id: string | null;
  title: string;
  text: string;
  guide: string;
  /** Written as JSON text, as are `tests` and `tags`. */
  starters: ColumnType<Starter[], string, string>;
  /** Empty in versions of an earlier release. */
  hidden_files: ColumnType<HiddenFile[], string | undefined, string>;
  /** The same. Never copied into an interview. */
  solutions: ColumnType<Solution[], string | undefined, string>;
  data: string | null;
  tests: ColumnType<QuestionTest[], string, string>;
  minutes: number | null;
  tags: ColumnType<string[], string, string>;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    questions: QuestionTable;
    question_versions: QuestionVersionTable;
  }
}
