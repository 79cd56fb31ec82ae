import type { FileContent } from '@cip/contracts/rooms/file-contents';
import type { Participant } from '@cip/contracts/rooms/rooms';
import type { ColumnType, Generated } from 'kysely';

/** A code that was put aside for the next question. */
export interface AsideTable {
  interview_id: string;
  /** Its place in the order in which they were put aside, from 1. */
  number: number;
  /** The question that it made room for. */
  question_number: number;
  at: Generated<string>;
  participant_id: string;
  participant_name: string;
  participant_type: Participant['type'];
  language: string;
  code: string;
  /** All files, the first with the code; null if there was one. Written as JSON text. */
  files: ColumnType<FileContent[] | null, string | null, never>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    asides: AsideTable;
  }
}
