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
  Nullable,
  OneOf,
  OperationId,
  Page,
  PageNumber,
  RoomCode,
  SentName,
  Text,
} from '../protocol/common.ts';
import { CodeEditorData } from '../rooms/documents.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { NO_ACCESS } from '../protocol/not-found.ts';
import { CallLink, InterviewerRef, INTERVIEWERS_MAX, Minutes } from './plan-fields.ts';
import { TypingMode } from '../rooms/rooms.ts';
import { AnyRule, Completion } from '../rooms/rules.ts';
import { TemplateName } from '../questions/templates.ts';
import { DECLINE_NOTE_MAX, NOTES_MAX } from './notes-limits.ts';

export const INTERVIEW_STATUSES = ['scheduled', 'active', 'completed', 'cancelled'] as const;

export const InterviewStatus = OneOf(INTERVIEW_STATUSES);

export type InterviewStatus = Type.Static<typeof InterviewStatus>;

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

export const InterviewReply = Closed({ session: Interview });

/** The reply to a change that the candidate hears of. */
export const MailedReply = Closed({
  session: Interview,
  /** True if the e-mail to the candidate is not sent, because the day has no more for the company or the address. */
  unsent: Type.Optional(Type.Literal(true)),
});

export type MailedReply = Type.Static<typeof MailedReply>;

/** An iCalendar file with one event. */
export const CalendarFile = Type.String({ contentMediaType: 'text/calendar' });

const RoomCodeParams = Closed({ room_code: RoomCode });

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
  reply: MailedReply,
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
    /** Only the interview with this id or room code. */
    key: Type.Optional(Line(100)),
  }),
  reply: Page(Interview),
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
