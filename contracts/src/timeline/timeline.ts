import { Type } from 'typebox';
import { Closed, FileName, Id, LanguageId, Name, Text } from '../protocol/common.ts';
import { OFFLINE_MAX_MS } from '../rooms/document-events.ts';
import { FileText } from '../rooms/files.ts';
import { ParticipantType, TypingMode } from '../rooms/rooms.ts';
import { AnyRule, Completion } from '../rooms/rules.ts';
import { HiddenTests } from '../questions/test-reports.ts';

/** Most recorded events of an interview. */
export const TIMELINE_EVENTS_MAX = 20_000;
/** Most of them by one candidate: ten hours with a run, a language or a save every twenty seconds. */
export const CANDIDATE_EVENTS_MAX = 2_000;
/** Most of them by all candidates; the rest is for interviewers. */
export const CANDIDATES_EVENTS_MAX = 15_000;
/** Largest event, in bytes of JSON. */
export const TIMELINE_EVENT_MAX_BYTES = 16_384;

const Empty = Closed({});
const OfCandidate = Closed({ participantId: Id });
/** By number: the title is private. */
const questionFields = { id: Id, number: Type.Integer({ minimum: 1, maximum: 1_000 }) };
const OfQuestion = Closed(questionFields);
const fileFields = { root: FileText, name: FileName };
const OfFile = Closed(fileFields);
const Switch = Closed({ isAllowed: Type.Boolean() });

/** The data of each kind of event. */
export const TIMELINE_KINDS = {
  /** The interview became active. */
  opened: Empty,
  joined: Closed({ name: Name, type: ParticipantType }),
  left: Closed({ name: Name, type: ParticipantType }),
  /** An interviewer removed a candidate. */
  removed: OfCandidate,
  /** A candidate waits to be admitted. */
  waiting: Closed({ name: Name }),
  /** An interviewer let a candidate in. */
  admitted: OfCandidate,
  /** An interviewer sent a candidate back to wait. */
  sent_back: OfCandidate,
  /** An interviewer refused a waiting candidate. */
  rejected: OfCandidate,
  locked: Empty,
  unlocked: Empty,
  language: Closed({ language: LanguageId }),
  typing_mode: Closed({ mode: TypingMode }),
  /** The rule since then: that of the start, or a new one. */
  rule: Closed({ rule: AnyRule }),
  /** How much the editor completes since then; before the first of them nothing. */
  completion: Closed({ completion: Completion }),
  saved: Empty,
  /** A participant formatted the code: their edit of that time is of their editor, and no paste. */
  formatted: Empty,
  /** A participant typed without a connection until now; the period itself is an offline gap. */
  offline: Closed({ forMs: Type.Integer({ minimum: 0, maximum: OFFLINE_MAX_MS }) }),
  ended: Empty,
  /** A run was requested; its output is stored with the run. */
  run: Closed({ runId: Id, language: LanguageId }),
  /** Running code was switched on or off. */
  runs_allowed: Switch,
  /** A question was shown or brought to the front; its text is stored with the interview. */
  question_shown: OfQuestion,
  question_hidden: OfQuestion,
  /** How many tests of a question passed; `hidden` is null if that number stays with the interviewers. */
  tests_run: Closed({ ...questionFields, ...HiddenTests.properties, hidden: Type.Union([HiddenTests, Type.Null()]) }),
  /** Files of the interview; `root` is the text of the file inside the document. */
  file_created: OfFile,
  file_renamed: Closed({ ...fileFields, former: FileName }),
  file_deleted: OfFile,
  file_restored: OfFile,
  /** Changing files was switched on or off for candidates. */
  files_allowed: Switch,
  /** A data set was attached or, with null, removed. */
  data_set: Closed({ name: Type.Union([Text(80), Type.Null()]) }),
} as const;

export type TimelineKind = keyof typeof TIMELINE_KINDS;

/** An event with the data of its kind. */
export type TimelineAct = {
  [K in TimelineKind]: { kind: K; data: Type.Static<(typeof TIMELINE_KINDS)[K]> };
}[TimelineKind];

/** A recorded event: `participantId` is null for the system. */
export type TimelineEvent = { id: string; at: string; participantId: string | null } & TimelineAct;
