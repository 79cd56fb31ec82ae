import type { Generated } from 'kysely';

/** A company that added or declined the first library; it is not offered again. */
export interface LibraryAnswerTable {
  company_id: string;
  at: Generated<string>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    question_library_answers: LibraryAnswerTable;
  }
}
