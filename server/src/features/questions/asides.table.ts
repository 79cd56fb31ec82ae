import type { Participant } from '@cip/contracts/rooms/rooms';
import type { Generated } from 'kysely';

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
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    asides: AsideTable;
  }
}
