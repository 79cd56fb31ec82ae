import type { Interview } from '@cip/contracts/interviews/interviews';
import { sql, type ExpressionBuilder } from 'kysely';
import type { Database, Tables } from '../../platform/database/database.ts';
import { folded } from '../../platform/database/folded.ts';
import { preparedQuery } from '../../platform/database/prepared-query.ts';
import { hasInterviewer } from './interviewers.repository.ts';
import { inScope, type Scope } from './scope.service.ts';
import { toInterview, select } from './interviews.repository.ts';

/** Filters a list of interviews. */
export interface InterviewFilter {
  status?: Interview['status'] | undefined;
  interviewer_id?: string | undefined;
  /** Only planned interviews that start from a day ago on. */
  upcoming?: 'true' | undefined;
  /** Only interviews whose candidate's name or e-mail contains the text, whatever its case and accents. */
  search?: string | undefined;
  /** Only the interview with this id or room code. */
  key?: string | undefined;
}

/** Returns interviews in scope, newest first; upcoming ones by their start. */
export async function list(
  db: Database,
  scope: Scope,
  bounds: { limit: number; offset: number },
  filter: InterviewFilter = {},
): Promise<Interview[]> {
  return (await selectPage(db, { ...scope, ...bounds, ...filter })).map(toInterview);
}

const selectPage = preparedQuery((db, { limit, offset, ...of }: ScopedFilter & { limit: number; offset: number }) =>
  select(db)
    .where(matching(of))
    // Not by an index, because the plan bounds how many a company has planned.
    .$if(of.upcoming !== undefined, (query) => query.orderBy('interviews.scheduled_at'))
    .orderBy('interviews.created_at', 'desc')
    .orderBy('interviews.id')
    .limit(sql<number>`${limit}`)
    .offset(sql<number>`${offset}`),
);

/** Returns how many interviews in scope match. */
export async function count(db: Database, scope: Scope, filter: InterviewFilter = {}): Promise<number> {
  const [row] = await countMatching(db, { ...scope, ...filter });
  return row?.count ?? 0;
}

const countMatching = preparedQuery((db, of: ScopedFilter) =>
  db
    .selectFrom('interviews')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(matching(of)),
);

type ScopedFilter = InterviewFilter & Scope;

// If it begins late, it is still awaited; if it was never started, it is not.
const isUpcoming = sql<boolean>`(
  interviews.status = 'scheduled' and interviews.scheduled_at > now() - interval '1 day'
)`;

function isOfCandidate(search: string) {
  const named = folded(sql`concat_ws(' ', interviews.candidate_name, interviews.candidate_email)`);
  return sql<boolean>`strpos(${named}, ${search}) > 0`;
}

function matching({ companyId, onlyFor, status, interviewer_id, upcoming, search, key }: ScopedFilter) {
  const isInScope = inScope({ companyId, onlyFor });
  return (expression: ExpressionBuilder<Tables, 'interviews'>) => {
    const { and, eb } = expression;
    return and([
      isInScope(expression),
      ...(status === undefined ? [] : [eb('interviews.status', '=', status)]),
      ...(interviewer_id === undefined ? [] : [hasInterviewer(interviewer_id)]),
      ...(upcoming === undefined ? [] : [isUpcoming]),
      ...(search === undefined ? [] : [isOfCandidate(search)]),
      ...(key === undefined ? [] : [sql<boolean>`${key} in (interviews.id::text, interviews.room_code)`]),
    ]);
  };
}
