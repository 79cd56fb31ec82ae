import type { InterviewStatus } from '@cip/contracts/interviews';
import type { TypingMode } from '@cip/contracts/rooms';
import type { Generated } from 'kysely';

export interface InterviewTable {
  id: Generated<string>;
  company_id: string;
  interviewer_id: string | null;
  interviewer_name: string;
  room_code: string;
  status: InterviewStatus;
  typing_mode: Generated<TypingMode>;
  candidate_name: string | null;
  candidate_email: string | null;
  notes: string | null;
  scheduled_at: string | null;
  /** The IANA time zone of whoever planned it; mails tell the time in it. */
  time_zone: Generated<string | null>;
  started_at: string | null;
  ended_at: string | null;
  created_at: Generated<string>;
}

/** Somebody who joined by the link; `id` is the participant id their token carries. */
export interface CandidateTable {
  id: Generated<string>;
  interview_id: string;
  name: string;
  joined_at: Generated<string>;
  /** When an interviewer put them out of the room. */
  removed_at: Generated<string | null>;
}

/** Every start of an interview; it stays when the interview is deleted. */
export interface InterviewStartTable {
  interview_id: string;
  company_id: string;
  started_at: string;
}

/** When somebody was last seen in an interview's room. */
export interface RoomOccupancyTable {
  interview_id: string;
  occupied_at: string;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    candidates: CandidateTable;
    interview_starts: InterviewStartTable;
    interviews: InterviewTable;
    room_occupancy: RoomOccupancyTable;
  }
}
