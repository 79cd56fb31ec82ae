import type { Generated } from 'kysely';

/** A file of an interview; the first one has a row once somebody named it. */
export interface InterviewFileTable {
  interview_id: string;
  /** The text inside the document. */
  root: string;
  name: string;
  /** The operation that created it. */
  op_id: string | null;
  /** The participant who created it. */
  created_by: string | null;
  created_at: Generated<string>;
  deleted_at: string | null;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    interview_files: InterviewFileTable;
  }
}
