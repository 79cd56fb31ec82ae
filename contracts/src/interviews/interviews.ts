import { Type } from 'typebox';
import {
  Closed,
  Count,
  Done,
  Email,
  Id,
  IdParams,
  Line,
  Moment,
  Name,
  NewRoomCode,
  Nullable,
  OneOf,
  OperationId,
  Page,
  PageNumber,
  RoomCode,
  SentName,
  Text,
  TimeZone,
} from '../protocol/common.ts';
import { CodeEditorData } from '../rooms/documents.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { NO_ACCESS, NO_SUCH_LINK } from '../protocol/not-found.ts';
import { CallLink, InterviewerIds, InterviewerRef, INTERVIEWERS_MAX, Minutes } from './plan-fields.ts';
import { RETENTION_DAYS_MAX } from '../retention/retention.ts';
import { TypingMode } from '../rooms/rooms.ts';
import { AnyRule, Completion } from '../rooms/rules.ts';
import { TemplateName } from '../questions/templates.ts';

export const INTERVIEW_STATUSES = ['scheduled', 'active', 'completed', 'cancelled'] as const;
export const InterviewStatus = OneOf(INTERVIEW_STATUSES);
export type InterviewStatus = Type.Static<typeof InterviewStatus>;

/** Longest private note of an interviewer, in code points. */
export const NOTES_MAX = 10_000;

/** Longest note of a candidate who cannot make it, in code points. */
export const DECLINE_NOTE_MAX = 500;

const interviewFields = {
  id: Id,
  room_code: RoomCode,
  status: InterviewStatus,
  candidate_name: Nullable(Name),
  candidate_email: Nullable(Email),
  scheduled_at: Nullable(Moment),
  /** The planned length. */
  minutes: Minutes,
  /** Rises with each change of the plan. */
  plan_revision: Count,
  /** When the candidate declined the planned time; null again once that time changes. */
  declined_at: Nullable(Moment),
  decline_note: Nullable(Text(DECLINE_NOTE_MAX)),
  call_link: Nullable(CallLink),
  started_at: Nullable(Moment),
  ended_at: Nullable(Moment),
  notes: Nullable(Text(NOTES_MAX)),
  typing_mode: TypingMode,
  rule: AnyRule,
  /** How much the editor completes. */
  completion: Completion,
  /** Whether candidates wait until an interviewer admits them. */
  asks_before_admitting: Type.Boolean(),
  /** The template that it begins from; null if it has none, or if that was deleted. */
  template_id: Nullable(Id),
  template_name: Nullable(TemplateName),
  interviewer: Nullable(Closed({ name: Name })),
  /** The interviewers who have an account; the first leads. */
  interviewers: Type.Array(InterviewerRef, { maxItems: INTERVIEWERS_MAX }),
  company: Closed({ name: Name }),
  company_name: Name,
  interviewer_name: Name,
};

/** An interview session as its company sees it. */
export const Interview = Closed(interviewFields);
export type Interview = Type.Static<typeof Interview>;

/** An interview session with its code; the spec reads the first item. */
export const InterviewWithCode = Closed({
  ...interviewFields,
  /** When the first candidate came in. */
  candidate_joined_at: Nullable(Moment),
  code_editor_data: Type.Array(CodeEditorData, { maxItems: 1 }),
});
export type InterviewWithCode = Type.Static<typeof InterviewWithCode>;

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

const InterviewReply = Closed({ session: Interview });
/** An iCalendar file with one event. */
const CalendarFile = Type.String({ contentMediaType: 'text/calendar' });
const RoomCodeParams = Closed({ room_code: RoomCode });

/** Starts an interview now. Idempotent by room code for the same company; another company's room code is a 409. */
export const quickStart = endpoint({
  method: 'POST',
  url: '/interview-sessions/quick-start',
  access: 'interviewer',
  keys: 'write',
  tag: 'Sessions',
  summary: 'Start an interview now',
  body: Closed({
    room_code: NewRoomCode,
    /** The template to begin from. */
    template_id: Type.Optional(Id),
    /** If absent, the template's or else the company's own. */
    rule: Type.Optional(AnyRule),
    completion: Type.Optional(Completion),
  }),
  reply: InterviewReply,
  status: 201,
});

/** Schedules an interview. Idempotent by room code like a quick start; the link shows that it has not started. */
export const scheduleInterview = endpoint({
  method: 'POST',
  url: '/interview-sessions',
  access: 'account',
  keys: 'write',
  tag: 'Sessions',
  summary: 'Schedule an interview',
  body: Closed({
    room_code: NewRoomCode,
    candidate_name: SentName,
    candidate_email: Type.Optional(Nullable(Email)),
    scheduled_at: Moment,
    /** The time zone of e-mails to the candidate; UTC if absent. */
    time_zone: Type.Optional(TimeZone),
    /** An hour if absent. */
    minutes: Type.Optional(Minutes),
    /** The caller if absent. */
    interviewer_ids: Type.Optional(InterviewerIds),
    /** The company's own if absent. */
    call_link: Type.Optional(Nullable(CallLink)),
    /** Whether candidates wait until an interviewer admits them; yes if absent. */
    asks_before_admitting: Type.Optional(Type.Boolean()),
    /** If absent, the template's or else the company's own. */
    rule: Type.Optional(AnyRule),
    completion: Type.Optional(Completion),
    /** The template to begin from; `rule` and `completion` replace its own. */
    template_id: Type.Optional(Id),
  }),
  reply: InterviewReply,
  status: 201,
});

/**
 * Changes the candidate, the private notes, the rule, completion and whether candidates have to wait for admission;
 * absent fields stay unchanged. If an interview is over, it keeps its rule and completion.
 */
export const changeInterview = endpoint({
  method: 'PATCH',
  url: '/interview-sessions/:id',
  access: 'account',
  keys: 'write',
  tag: 'Sessions',
  summary: "Change an interview's candidate, notes, rule, completion and admission",
  params: IdParams,
  body: Closed({
    candidate_name: Type.Optional(SentName),
    candidate_email: Type.Optional(Nullable(Email)),
    notes: Type.Optional(Nullable(Text(NOTES_MAX))),
    /** The notes that the author started from: later text is kept. If absent, `notes` replaces everything. */
    notes_base: Type.Optional(Text(NOTES_MAX)),
    /** Identifies a change of the notes: if it is repeated, the notes stay as they are. */
    op_id: Type.Optional(OperationId),
    /** If it is switched off while the interview runs, all waiting candidates are admitted. */
    asks_before_admitting: Type.Optional(Type.Boolean()),
    rule: Type.Optional(AnyRule),
    completion: Type.Optional(Completion),
  }),
  reply: InterviewReply,
  notFound: NO_ACCESS,
});

/**
 * Changes the time, length, interviewers, call and template of an interview until it begins; absent fields stay
 * unchanged. The candidate gets an e-mail, unless only the template changes. Returns 409 if the plan has changed since
 * `revision`.
 */
export const changePlan = endpoint({
  method: 'PATCH',
  url: '/interview-sessions/:id/plan',
  access: 'account',
  keys: 'write',
  tag: 'Sessions',
  summary: 'Reschedule an interview that has not begun',
  params: IdParams,
  body: Closed({
    /** The revision that the planner saw. */
    revision: Count,
    scheduled_at: Type.Optional(Moment),
    time_zone: Type.Optional(TimeZone),
    minutes: Type.Optional(Minutes),
    interviewer_ids: Type.Optional(InterviewerIds),
    call_link: Type.Optional(Nullable(CallLink)),
    /** Brings its questions, criteria, switches, rule and completion; null for none. It never turns the waiting room off. */
    template_id: Type.Optional(Nullable(Id)),
  }),
  reply: InterviewReply,
  notFound: NO_ACCESS,
});

/** Lists everyone who can lead an interview, the owner included, by name. */
export const listColleagues = endpoint({
  method: 'GET',
  url: '/interview-sessions/colleagues',
  access: 'account',
  keys: 'read',
  tag: 'Sessions',
  summary: 'Who can be an interviewer of an interview',
  reply: Closed({ data: Type.Array(InterviewerRef, { maxItems: 10_000 }) }),
});

/** The event has the same UID as in the candidate's e-mails; 409 once the interview began. */
export const getCalendarFile = endpoint({
  method: 'GET',
  url: '/interview-sessions/:id/calendar',
  access: 'interviewer',
  keys: 'read',
  tag: 'Sessions',
  summary: 'A planned interview as a calendar file for its interviewers',
  params: IdParams,
  reply: CalendarFile,
  notFound: NO_ACCESS,
});

export const cancelInterview = endpoint({
  method: 'POST',
  url: '/interview-sessions/:id/cancel',
  access: 'account',
  keys: 'write',
  tag: 'Sessions',
  summary: 'Cancel a scheduled interview',
  params: IdParams,
  reply: InterviewReply,
  notFound: NO_ACCESS,
});

export const getInterviewByRoom = endpoint({
  method: 'GET',
  url: '/interview-sessions/room/:room_code',
  access: 'interviewer',
  keys: 'read',
  tag: 'Sessions',
  summary: 'An interview and its code, by room code',
  params: RoomCodeParams,
  reply: Closed({ session: InterviewWithCode }),
  notFound: NO_ACCESS,
});

export const listInterviews = endpoint({
  method: 'GET',
  url: '/interview-sessions',
  access: 'account',
  keys: 'read',
  tag: 'Sessions',
  summary: "List the company's interviews, newest first",
  query: Closed({
    page: PageNumber,
    status: Type.Optional(InterviewStatus),
    /** Only interviews of this interviewer. */
    interviewer_id: Type.Optional(Id),
    /** Only planned interviews that start from a day ago on, the next one first. */
    upcoming: Type.Optional(Type.Literal('true')),
    /** Only interviews whose candidate's name or e-mail contains the text, whatever its case and accents. */
    search: Type.Optional(Line(100)),
  }),
  reply: Page(Interview),
});

export const startInterview = endpoint({
  method: 'POST',
  url: '/interview-sessions/:id/start',
  access: 'interviewer',
  keys: 'write',
  tag: 'Sessions',
  summary: 'Start a scheduled interview',
  params: IdParams,
  reply: InterviewReply,
  notFound: NO_ACCESS,
});

export const deleteInterview = endpoint({
  method: 'DELETE',
  url: '/interview-sessions/:id',
  access: 'interviewer',
  keys: 'write',
  tag: 'Sessions',
  summary: 'Delete an interview with its code',
  params: IdParams,
  reply: Done,
  notFound: NO_ACCESS,
});

/**
 * Ends an interview: sets the status, stores the code and closes the room. Idempotent. With `interview_session_id` only
 * that interview ends, so that a delayed retry cannot end a newer one with the same room code.
 */
export const endInterview = endpoint({
  method: 'POST',
  url: '/interview-sessions/end-by-room/:room_code',
  access: 'interviewer',
  keys: 'write',
  tag: 'Sessions',
  summary: 'End an interview',
  params: RoomCodeParams,
  query: Closed({ interview_session_id: Type.Optional(Id) }),
  reply: InterviewReply,
  notFound: NO_ACCESS,
});

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
