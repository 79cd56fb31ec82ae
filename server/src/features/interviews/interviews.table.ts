import type { Admission } from '@cip/contracts/interviews/admissions';
import type { InterviewStatus } from '@cip/contracts/interviews/interviews';
import type { TypingMode } from '@cip/contracts/rooms/rooms';
import type { Completion, InterviewRule } from '@cip/contracts/rooms/rules';
import type { ColumnType, Generated } from 'kysely';

export interface InterviewTable {
  id: Generated<string>;
  company_id: string;
  interviewer_id: string | null;
  interviewer_name: string;
  /** Who planned it; null if it was never planned, or if that is not known any more. */
  planned_by: Generated<string | null>;
  /** Who started it; null before, or if that is not known any more. */
  started_by: Generated<string | null>;
  room_code: string;
  status: InterviewStatus;
  typing_mode: Generated<TypingMode>;
  /** Whether candidates wait until an interviewer admits them. */
  asks_before_admitting: Generated<boolean>;
  /** A locked room accepts no further candidates. */
  is_locked: Generated<boolean>;
  /** The template that it began from; null if it had none, or if that was deleted. */
  template_id: string | null;
  candidate_name: string | null;
  candidate_email: string | null;
  notes: string | null;
  scheduled_at: string | null;
  /** The IANA time zone in which e-mails show `scheduled_at`. */
  time_zone: Generated<string | null>;
  /** The planned length. */
  minutes: Generated<number>;
  /** The video call: an https address. */
  call_link: Generated<string | null>;
  /** The allowed tools of the candidate; null if nothing was said. Written as JSON text. */
  rule: ColumnType<InterviewRule | null, string | null | undefined, string | null>;
  completion: Generated<Completion>;
  /** Rises with each change of the plan and with its cancellation; the SEQUENCE in calendars. */
  plan_revision: Generated<number>;
  /** When the plan last changed. */
  plan_changed_at: Generated<string>;
  /** When the candidate declined this time. */
  declined_at: Generated<string | null>;
  decline_note: Generated<string | null>;
  started_at: string | null;
  ended_at: string | null;
  created_at: Generated<string>;
}

/** A candidate who joined by the link; `id` is the participant id in their token. */
export interface CandidateTable {
  id: Generated<string>;
  interview_id: string;
  name: string;
  joined_at: Generated<string>;
  /** When an interviewer removed them from the room. */
  removed_at: Generated<string | null>;
  admission: Generated<Admission>;
  admission_since: Generated<string>;
  /** The user who decided last. */
  admission_by: Generated<string | null>;
  /** When a waiting candidate was last connected. */
  seen_at: Generated<string>;
}

/** An interviewer who does not lead. */
export interface InterviewInterviewerTable {
  interview_id: string;
  user_id: string;
  position: number;
}

/** A start of an interview, for the plan's monthly limit; the row outlives the interview. */
export interface InterviewStartTable {
  interview_id: string;
  company_id: string;
  started_at: string;
}

/** When a socket was last connected to an interview's room. */
export interface RoomOccupancyTable {
  interview_id: string;
  occupied_at: string;
  /** When an interviewer was last in the room. */
  interviewer_at: Generated<string | null>;
  /** When the interviewer got an e-mail about a waiting candidate. */
  waiting_mail_at: Generated<string | null>;
}

/** An account that once had the e-mail of an interview's candidate. */
export interface CandidateAccountTable {
  interview_id: string;
  user_id: string;
  since: Generated<string>;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    candidate_accounts: CandidateAccountTable;
    candidates: CandidateTable;
    interview_interviewers: InterviewInterviewerTable;
    interview_starts: InterviewStartTable;
    interviews: InterviewTable;
    room_occupancy: RoomOccupancyTable;
  }
}
