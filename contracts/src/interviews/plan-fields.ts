import { Type } from 'typebox';
import { Closed, Id, Name } from '../protocol/common.ts';

/** Shortest and longest planned interview (minutes). */
export const MINUTES_MIN = 15;
export const MINUTES_MAX = 240;
/** The planned length if the planner chooses none (minutes). */
export const MINUTES_DEFAULT = 60;
/** The most interviewers of one interview. */
export const INTERVIEWERS_MAX = 5;
/** Longest link of a call, in code points: links of the known services have fewer than 300. */
export const CALL_LINK_MAX = 500;

export const Minutes = Type.Integer({ minimum: MINUTES_MIN, maximum: MINUTES_MAX });

/** The interviewers by their accounts; the first leads the interview. */
export const InterviewerIds = Type.Array(Id, { minItems: 1, maxItems: INTERVIEWERS_MAX, uniqueItems: true });

/** An interviewer of an interview who has an account. */
export const InterviewerRef = Closed({ id: Id, name: Name });
export type InterviewerRef = Type.Static<typeof InterviewerRef>;

/** The link of a video call; the service checks that it is an https address without credentials. */
export const CallLink = Type.String({
  minLength: 1,
  maxLength: CALL_LINK_MAX,
  pattern: '^[Hh][Tt][Tt][Pp][Ss]://[^\\s\\\\<>"\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$',
  description: 'An https address without user name and password.',
  examples: ['https://meet.example.com/abc-defg'],
});
