import { Type } from 'typebox';
import { Closed, Count, Id, Moment, Name, Nullable, RoomCode } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { CardState } from './scorecards.ts';
import { Decision } from './card-content.ts';

/** Most interviews in one overview: a page of the list and the running ones. */
export const OVERVIEW_MAX = 50;

const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** The progress of an interview's scorecards. */
const CardOverview = Closed({
  interview_id: Id,
  expected: Count,
  submitted: Count,
  /** The state of the caller's own; null if the account may not write one. */
  own: Nullable(CardState),
  decision: Nullable(Decision),
});

export type CardOverview = Type.Static<typeof CardOverview>;

export const listScorecardStates = endpoint({
  method: 'GET',
  url: '/scorecards',
  access: 'account',
  tag: 'Scorecards',
  summary: 'How far the scorecards of interviews are',
  query: Closed({
    interviews: Type.Optional(
      Type.String({
        pattern: `^${UUID}(,${UUID}){0,${OVERVIEW_MAX - 1}}$`,
        description: 'Ids of interviews, separated by commas.',
        examples: ['0b7c6a0e-5d1f-4c3a-9e52-6f4f3c1f2a01'],
        maxLength: 37 * OVERVIEW_MAX,
      }),
    ),
  }),
  reply: Closed({ data: Type.Array(CardOverview, { maxItems: OVERVIEW_MAX }) }),
});

/** The ended interviews of the last two weeks whose scorecard the caller still has to submit. */
export const listOpenScorecards = endpoint({
  method: 'GET',
  url: '/scorecards/open',
  access: 'interviewer',
  tag: 'Scorecards',
  summary: 'The scorecards that you still have to write',
  reply: Closed({
    total: Count,
    data: Type.Array(
      Closed({ interview_id: Id, room_code: RoomCode, candidate_name: Nullable(Name), ended_at: Moment }),
      { maxItems: OVERVIEW_MAX },
    ),
  }),
});
