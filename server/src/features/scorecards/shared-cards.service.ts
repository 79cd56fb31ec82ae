import { toPlaybackScorecard, type PlaybackScorecard } from '@cip/contracts/playback/playback-extras';
import { CARDS_MAX } from '@cip/contracts/scorecards/scorecards';
import { conflict, forbidden, type AppError } from '../../errors.ts';
import type { Database } from '../../platform/database/database.ts';
import { criteriaOf } from './criteria.repository.ts';
import { mayRead } from './scorecard-rules.ts';
import { listSubmitted } from './scorecards.repository.ts';
import { countMissing, findStandings, type Viewer } from './standing.repository.ts';

/**
 * Throws `forbidden` if the account may not read the submitted scorecards of an interview, and `conflict` while a
 * colleague who was in the room has not submitted: links need no account, so they could read it before they write.
 */
export async function requireShareable(db: Database, viewer: Viewer, interviewId: string): Promise<void> {
  const refusal = await refusalOf(db, viewer, interviewId);
  if (refusal) throw refusal;
}

/** Returns the submitted scorecards of an interview that the account may share, without notes; none if it may not. */
export async function readShareableCards(
  db: Database,
  viewer: Viewer,
  interviewId: string,
): Promise<PlaybackScorecard[]> {
  if (await refusalOf(db, viewer, interviewId)) return [];
  const [criteria, cards] = await Promise.all([
    criteriaOf(db, interviewId),
    listSubmitted(db, { interviewId, userId: viewer.userId, limit: CARDS_MAX }),
  ]);
  return cards.map((card) => toPlaybackScorecard(card, criteria));
}

async function refusalOf(db: Database, viewer: Viewer, interviewId: string): Promise<AppError | null> {
  const [standing] = await findStandings(db, viewer, [interviewId]);
  if (!standing || !mayRead(standing)) return forbidden('You can share scorecards after you have submitted your own.');
  if ((await countMissing(db, viewer.companyId, interviewId)) > 0)
    return conflict('Scorecards can be shared when everyone who was in the room has submitted theirs.');
  return null;
}
