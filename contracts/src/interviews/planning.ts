import { Type } from 'typebox';
import {
  Closed,
  Count,
  Email,
  Id,
  IdParams,
  Moment,
  NewRoomCode,
  Nullable,
  SentName,
  TimeZone,
} from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { NO_ACCESS } from '../protocol/not-found.ts';
import { CallLink, InterviewerIds, InterviewerRef, Minutes } from './plan-fields.ts';
import { AnyRule, Completion } from '../rooms/rules.ts';
import { InterviewReply, CalendarFile, MailedReply } from './interviews.ts';

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
  reply: MailedReply,
  status: 201,
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
    /**
     * Brings its questions, criteria, switches, rule and completion; null for none. It never turns the waiting room
     * off.
     */
    template_id: Type.Optional(Nullable(Id)),
  }),
  reply: MailedReply,
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
