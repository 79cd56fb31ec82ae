import type { CardOverview } from '@cip/contracts/scorecards/card-overview';
import { mayInterview } from '@cip/contracts/accounts/roles';
import { OVERVIEW_MAX } from '@cip/contracts/scorecards/card-overview';
import type { DbContext } from '../../context.ts';
import type { Database } from '../../platform/database/database.ts';
import { listDecisions } from './decisions.repository.ts';
import { listOpen, listOwn } from './overview.repository.ts';
import { mayReadTeamNotes, mayWrite } from './scorecard-rules.ts';
import { stateOf } from './scorecards.service.ts';
import { findStandings, type Viewer } from './standing.repository.ts';

/** How long an open scorecard of an ended interview is listed (days). It can still be written later. */
const OPEN_DAYS = 14;

/**
 * Returns the progress of the scorecards of interviews; nothing if the account is the candidate, and for coordinators
 * only the decision.
 */
export async function listStates(
  { db }: DbContext,
  viewer: Viewer,
  interviewIds: readonly string[],
): Promise<CardOverview[]> {
  const isPlanner = !mayInterview(viewer.role);
  const standings = (await findStandings(db, viewer, interviewIds)).filter(({ isCandidate }) => !isCandidate);
  if (standings.length === 0) return [];
  const ids = standings.map(({ interviewId }) => interviewId);
  const [own, decisions] = await Promise.all([listOwn(db, viewer.userId, ids), listDecisions(db, ids)]);
  return standings.map((standing) => {
    const { interviewId, expected, submitted } = standing;
    const card = own.find((each) => each.interviewId === interviewId);
    return {
      interview_id: interviewId,
      expected: isPlanner ? 0 : expected,
      submitted: isPlanner ? 0 : submitted,
      own: mayWrite(standing) ? (card ? stateOf(card.versions) : 'none') : null,
      decision: decisions.find((each) => each.interviewId === interviewId)?.decision ?? null,
    };
  });
}

/** Returns the interviews of the last two weeks whose scorecard the account still has to submit. */
export async function listOpenCards({ db }: DbContext, viewer: Viewer) {
  const open = await listOpen(db, viewer, OPEN_DAYS);
  return { total: open.length, data: open.slice(0, OVERVIEW_MAX) };
}

/** Returns the interviews in the list whose team notes the account may not read. */
export async function findHiddenNotes(
  db: Database,
  viewer: Viewer,
  interviewIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const readable = new Set(
    (await findStandings(db, viewer, interviewIds)).filter(mayReadTeamNotes).map(({ interviewId }) => interviewId),
  );
  return new Set(interviewIds.filter((id) => !readable.has(id)));
}
