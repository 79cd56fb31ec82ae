import { Type } from 'typebox';
import { Closed, Id, Moment, Name, Nullable, RoomCode, SentName, Text } from '../protocol/common.ts';
import { CodeEditorData } from '../rooms/documents.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { NO_SUCH_LINK } from '../protocol/not-found.ts';
import { CallLink, Minutes } from './plan-fields.ts';
import { RETENTION_DAYS_MAX } from '../retention/retention.ts';
import { AnyRule, Completion } from '../rooms/rules.ts';
import { InterviewStatus, CalendarFile } from './interviews.ts';
import { DECLINE_NOTE_MAX } from './notes-limits.ts';

/**
 * An interview as its public link shows it. The code is included until the interview is over. If an interviewer has to
 * admit candidates, the code and the candidate's name need the token of an admitted candidate.
 */
export const PublicInterview = Closed({
  room_code: RoomCode,
  status: InterviewStatus,
  company_name: Name,
  interviewer_name: Name,
  candidate_name: Nullable(Name),
  scheduled_at: Nullable(Moment),
  minutes: Minutes,
  /** When the candidate declined the planned time. */
  declined_at: Nullable(Moment),
  /** The video call; null once the interview is over. */
  call_link: Nullable(CallLink),
  rule: AnyRule,
  /** How much the editor completes. */
  completion: Completion,
  /** Days from its end until the company's retention deletes it; null if the company sets none. */
  retention_days: Nullable(Type.Integer({ minimum: 1, maximum: RETENTION_DAYS_MAX })),
  code_editor_data: Type.Array(CodeEditorData, { maxItems: 1 }),
});

export type PublicInterview = Type.Static<typeof PublicInterview>;

export const getPublicInterview = endpoint({
  method: 'GET',
  url: '/public/session/:roomCode',
  access: 'public',
  tag: 'Candidates',
  summary: 'An interview as its link shows it',
  params: Closed({ roomCode: RoomCode }),
  reply: Closed({ session: PublicInterview }),
  notFound: NO_SUCH_LINK,
});

/** The file names only people whom the link's page names; 409 once the interview began. */
export const getPublicCalendarFile = endpoint({
  method: 'GET',
  url: '/public/session/:roomCode/calendar',
  access: 'public',
  tag: 'Candidates',
  summary: 'A planned interview as a calendar file for its candidate',
  params: Closed({ roomCode: RoomCode }),
  reply: CalendarFile,
  notFound: NO_SUCH_LINK,
});

/** Joins as a candidate. The token opens the room's socket for this candidate and interview only. */
export const joinInterview = endpoint({
  method: 'POST',
  url: '/public/session/:roomCode/join',
  access: 'public',
  tag: 'Candidates',
  summary: 'Join an interview as a candidate',
  params: Closed({ roomCode: RoomCode }),
  body: Closed({ candidate_name: SentName }),
  reply: Closed({
    session: PublicInterview,
    token: Type.String({ minLength: 20, maxLength: 2000 }),
    participant_id: Id,
    /** Whether an interviewer has to admit the candidate first. */
    is_waiting: Type.Boolean(),
  }),
  notFound: NO_SUCH_LINK,
});

/** Once per plan; after a new time the candidate may decline again. */
export const declineInterview = endpoint({
  method: 'POST',
  url: '/public/session/:roomCode/decline',
  access: 'public',
  tag: 'Candidates',
  summary: 'Say as the candidate that the planned time does not work',
  params: Closed({ roomCode: RoomCode }),
  body: Closed({ note: Type.Optional(Nullable(Text(DECLINE_NOTE_MAX))) }),
  reply: Closed({ session: PublicInterview }),
  notFound: NO_SUCH_LINK,
});
