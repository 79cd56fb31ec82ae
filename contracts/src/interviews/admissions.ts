import { Type } from 'typebox';
import { Closed, Id, IdParams, Moment, Name, Nullable, OneOf, RoomCode } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { clientEvent, Nothing } from '../protocol/events.ts';
import { NO_ACCESS } from '../protocol/not-found.ts';
import type { Completion, InterviewRule } from '../rooms/rules.ts';

/** Candidates who may wait for one interview; further joins are refused. Interviewers see as many. */
export const WAITING_MAX = 20;
/** If a waiting candidate has no connection for this long, they have left (s). */
export const WAITING_AWAY_S = 120;

/** Whether a candidate is in the room; removed ones have their own mark. */
const ADMISSIONS = ['waiting', 'admitted', 'rejected'] as const;
const Admission = OneOf(ADMISSIONS);
export type Admission = (typeof ADMISSIONS)[number];

/**
 * The decision about a candidate. The first one counts: if it was made before, `isNew` is false, and the reply has its
 * state and the name of the user who decided. `by` is null while nobody has decided.
 */
const Decision = Closed({ admission: Admission, by: Nullable(Name), isNew: Type.Boolean() });

const OfCandidate = Closed({ participantId: Id });

/** Lets a waiting candidate in. */
export const admitCandidate = clientEvent({
  name: 'room:admit',
  from: 'interviewer',
  payload: OfCandidate,
  reply: Decision,
});

/** Sends a candidate back to wait; from then on an interviewer has to admit each candidate. */
export const sendCandidateBack = clientEvent({
  name: 'room:send-back',
  from: 'interviewer',
  payload: OfCandidate,
  reply: Decision,
});

/** Refuses a waiting candidate for good: their token no longer opens this interview. */
export const rejectCandidate = clientEvent({
  name: 'room:reject',
  from: 'interviewer',
  payload: OfCandidate,
  reply: Decision,
});

/** Switches "Ask before admitting". Candidates in the room stay; switching it off admits all who wait. */
export const askBeforeAdmitting = clientEvent({
  name: 'room:ask-before-admitting',
  from: 'interviewer',
  payload: Closed({ isOn: Type.Boolean() }),
  reply: Nothing,
});

/** Locks or unlocks the room. A locked room accepts no further candidates; admitted ones may reconnect. */
export const lockRoom = clientEvent({
  name: 'room:lock',
  from: 'interviewer',
  payload: Closed({ isLocked: Type.Boolean() }),
  reply: Nothing,
});

/** A candidate who waits, and since when. */
const WaitingCandidate = Closed({ id: Id, name: Name, since: Moment });
export type WaitingCandidate = Type.Static<typeof WaitingCandidate>;

/** Entries of one list: more than the interviews that a plan allows in parallel, and than the candidates of one. */
const ENTRIES_MAX = 1_000;

/** A running interview for which candidates wait: the first WAITING_MAX of them, and the number of all. */
const WaitingRoom = Closed({
  interview_id: Id,
  room_code: RoomCode,
  waiting: Type.Array(WaitingCandidate, { maxItems: WAITING_MAX }),
  waiting_count: Type.Integer({ minimum: 1, maximum: ENTRIES_MAX }),
});
export type WaitingRoom = Type.Static<typeof WaitingRoom>;

/** Lists the candidates who wait for the company's running interviews, for pages outside of a room. */
export const listWaitingCandidates = endpoint({
  method: 'GET',
  url: '/interview-sessions/waiting',
  access: 'interviewer',
  tag: 'Sessions',
  summary: "List the candidates who wait for the company's running interviews",
  reply: Closed({ data: Type.Array(WaitingRoom, { maxItems: ENTRIES_MAX }) }),
});

/** Lets a waiting candidate in, like `room:admit`, from outside of the room. */
export const admitFromOutside = endpoint({
  method: 'POST',
  url: '/interview-sessions/:id/admit',
  access: 'interviewer',
  tag: 'Sessions',
  summary: 'Let a waiting candidate in',
  params: IdParams,
  body: Closed({ participant_id: Id }),
  reply: Decision,
  notFound: NO_ACCESS,
});

/** Who may enter a room and who waits for it: the first WAITING_MAX candidates, and the number of all. */
export interface RoomAdmissions {
  asksBeforeAdmitting: boolean;
  isLocked: boolean;
  waiting: WaitingCandidate[];
  waitingCount: number;
}

/** The state of a room if no one waits; it is not sent to interviewers who join. */
export const OPEN_ROOM: RoomAdmissions = {
  asksBeforeAdmitting: false,
  isLocked: false,
  waiting: [],
  waitingCount: 0,
};

/** Events about admissions that the server sends. */
export interface AdmissionServerEvents {
  /**
   * To a waiting candidate, and again after each change: since when they wait, whether an interviewer is in the room,
   * the interview's rule and how much the editor completes, which earlier releases do not send.
   */
  'room:waiting': (data: {
    since: string;
    isHostHere: boolean;
    rule: InterviewRule | null;
    completion?: Completion;
  }) => void;
  /** To interviewers in the room, when it changes. */
  'room:admissions': (data: RoomAdmissions) => void;
}
