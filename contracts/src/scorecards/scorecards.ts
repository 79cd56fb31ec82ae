import { Type, type TSchema } from 'typebox';
import {
  Closed,
  Count,
  Id,
  IdParams,
  Moment,
  Name,
  Nullable,
  OneOf,
  OperationId,
  RoomCode,
  Text,
  TextNotBlank,
} from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { NO_ACCESS } from '../protocol/not-found.ts';
import { REASON_MAX } from './scorecard-limits.ts';
import { CRITERIA_MAX } from '../questions/templates.ts';
import {
  CardContent,
  Decision,
  Criterion,
  Lines,
  MERGED_FACTOR,
  CriterionId,
  Grade,
  Evidence,
  Overall,
  Summary,
} from './card-content.ts';

/** Most cards of an interview that a reply contains. */
export const CARDS_MAX = 50;

export const CARD_STATES = ['none', 'draft', 'submitted', 'changed'] as const;

export const CardState = OneOf(CARD_STATES);

export type CardState = Type.Static<typeof CardState>;

/** The caller's own scorecard. */
export const OwnCard = Closed({
  interview_id: Id,
  state: CardState,
  content: CardContent,
  /** The author was not in the room, and watched the recording. */
  from_playback: Type.Boolean(),
  submitted_at: Nullable(Moment),
  /** When the latest version was submitted, if it is not the first. */
  changed_at: Nullable(Moment),
  /** Whether the content differs from the latest submitted version, which others read. */
  has_unsubmitted: Type.Boolean(),
});

export type OwnCard = Type.Static<typeof OwnCard>;

/** A submitted scorecard as others read it: its latest version, and the first one if it was changed. */
export const SubmittedCard = Closed({
  id: Id,
  author_name: Name,
  is_own: Type.Boolean(),
  from_playback: Type.Boolean(),
  submitted_at: Moment,
  changed_at: Nullable(Moment),
  content: CardContent,
  first_content: Nullable(CardContent),
});

export type SubmittedCard = Type.Static<typeof SubmittedCard>;

/** The decision on a candidate; `reason` is null if the reader may not read the scorecards. */
const DecisionMade = Closed({
  decision: Decision,
  reason: Nullable(Text(REASON_MAX)),
  decided_by: Name,
  decided_at: Moment,
});

/** The scorecards of an interview as the caller may see them. */
export const InterviewCards = Closed({
  interview_id: Id,
  room_code: RoomCode,
  candidate_name: Nullable(Name),
  started_at: Nullable(Moment),
  ended_at: Nullable(Moment),
  is_over: Type.Boolean(),
  criteria: Type.Array(Criterion, { minItems: 1, maxItems: CRITERIA_MAX }),
  /** The caller's own; null if the account was neither in the room nor watched the recording. */
  own: Nullable(OwnCard),
  /** The interviewers in the room, and how many scorecards were submitted. */
  expected: Count,
  submitted: Count,
  /** Whether the caller may read the submitted scorecards. */
  may_read: Type.Boolean(),
  cards: Type.Array(SubmittedCard, { maxItems: CARDS_MAX }),
  decision: Nullable(DecisionMade),
  may_decide: Type.Boolean(),
});

export type InterviewCards = Type.Static<typeof InterviewCards>;

export const getScorecards = endpoint({
  method: 'GET',
  url: '/interview-sessions/:id/scorecards',
  access: 'interviewer',
  tag: 'Sessions',
  summary: 'The scorecards of an interview that you may read, and your own',
  params: IdParams,
  reply: InterviewCards,
  notFound: NO_ACCESS,
});

/** A change of one field: `base` is the author's previous value, so that no other text is replaced. */
const edit = <S extends TSchema, B extends TSchema>(base: B, value: S) => Type.Optional(Closed({ base, value }));

/**
 * Stores changes of the caller's own scorecard. If the stored value of a field is neither `base` nor `value`, another
 * device changed it: both texts are kept, and the later choice counts. If an `op_id` is repeated, nothing changes.
 */
export const saveScorecard = endpoint({
  method: 'PUT',
  url: '/interview-sessions/:id/scorecard',
  access: 'interviewer',
  tag: 'Sessions',
  summary: 'Save your own scorecard as a draft',
  params: IdParams,
  body: Closed({
    op_id: OperationId,
    notes: edit(Lines(MERGED_FACTOR), Lines(1)),
    ratings: Type.Optional(
      Type.Array(
        Closed({
          criterion: CriterionId,
          grade: edit(Nullable(Grade), Nullable(Grade)),
          evidence: edit(Evidence(MERGED_FACTOR), Evidence(1)),
        }),
        { maxItems: CRITERIA_MAX },
      ),
    ),
    overall: edit(Nullable(Overall), Nullable(Overall)),
    summary: edit(Summary(MERGED_FACTOR), Summary(1)),
  }),
  reply: Closed({ scorecard: OwnCard }),
  notFound: NO_ACCESS,
});

/**
 * Submits the caller's scorecard as it is stored. It needs an overall recommendation and one evidence of 20 characters.
 * Submitting again adds a version if there are changes, and nothing otherwise.
 */
export const submitScorecard = endpoint({
  method: 'POST',
  url: '/interview-sessions/:id/scorecard/submit',
  access: 'interviewer',
  tag: 'Sessions',
  summary: 'Submit your own scorecard',
  params: IdParams,
  reply: Closed({ scorecard: OwnCard }),
  notFound: NO_ACCESS,
});

/** Decides about the candidate; the owner and the interviewer who planned the session may, also again. */
export const decideInterview = endpoint({
  method: 'PUT',
  url: '/interview-sessions/:id/decision',
  access: 'interviewer',
  tag: 'Sessions',
  summary: 'Decide about the candidate of an interview',
  params: IdParams,
  body: Closed({ decision: Decision, reason: TextNotBlank(REASON_MAX) }),
  reply: Closed({ decision: DecisionMade }),
  notFound: NO_ACCESS,
});
