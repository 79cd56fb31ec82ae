import type { Body } from '@cip/contracts/protocol/endpoint';
import { CARD_NOTES_MAX, EVIDENCE_MIN } from '@cip/contracts/scorecards/scorecard-limits';
import {
  CARDS_MAX,
  type CardState,
  type InterviewCards,
  type OwnCard,
  type saveScorecard,
} from '@cip/contracts/scorecards/scorecards';
import type { CardContent, Criterion } from '@cip/contracts/scorecards/card-content';
import type { DbContext } from '../../context.ts';
import { AppError, conflict, forbidden, invalid } from '../../errors.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { noAccess } from '../interviews/interviews.service.ts';
import { recordInterview } from '../interviews/record-interview.service.ts';
import { criteriaOf, fixCriteria } from './criteria.repository.ts';
import { readDecision } from './decisions.service.ts';
import { applyChanges, EMPTY_CONTENT, lengthOf } from './merge-content.ts';
import { mayDecide, mayRead, mayWrite, type Standing } from './scorecard-rules.ts';
import * as cards from './scorecards.repository.ts';
import { findStandings, type Viewer } from './standing.repository.ts';

/** Most versions of a scorecard; more would only hide the first one. */
const VERSIONS_MAX = 20;

/** Returns the role of an account in an interview of its company. Throws `not_found`. */
async function requireStanding(db: Database, viewer: Viewer, interviewId: string): Promise<Standing> {
  const [standing] = await findStandings(db, viewer, [interviewId]);
  if (!standing) throw noAccess();
  return standing;
}

/** Returns the scorecards of an interview that the account may read, and its own. Throws `not_found`. */
export async function readCards({ db }: DbContext, viewer: Viewer, interviewId: string): Promise<InterviewCards> {
  const standing = await requireStanding(db, viewer, interviewId);
  const isHidden = standing.isCandidate;
  return {
    interview_id: standing.interviewId,
    room_code: standing.roomCode,
    candidate_name: standing.candidateName,
    started_at: standing.startedAt,
    ended_at: standing.endedAt,
    is_over: standing.status === 'completed',
    criteria: await criteriaOf(db, interviewId),
    own: mayWrite(standing) ? await readOwn(db, standing, viewer.userId) : null,
    expected: isHidden ? 0 : standing.expected,
    submitted: isHidden ? 0 : standing.submitted,
    may_read: mayRead(standing),
    cards: await readSubmitted(db, standing, viewer.userId),
    decision: await readDecision(db, standing, viewer.userId),
    may_decide: mayDecide(standing),
  };
}

/** Returns the submitted scorecards of an interview, as far as the account may read them. */
async function readSubmitted(db: Database, standing: Standing, userId: string) {
  if (!mayRead(standing)) return [];
  return cards.listSubmitted(db, { interviewId: standing.interviewId, userId, limit: CARDS_MAX });
}

/**
 * Stores changes of the account's own scorecard. Throws `not_found`, `forbidden` if the account may not write one,
 * `invalid`, or `conflict` before the start.
 */
export function saveCard(
  { db }: DbContext,
  author: Principal,
  interviewId: string,
  { op_id: opId, ...changes }: Body<typeof saveScorecard>,
): Promise<OwnCard> {
  return db.transaction().execute(async (trx) => {
    const standing = await requireAuthor(trx, author, interviewId);
    requireLimits(await fixCriteria(trx, interviewId), changes);
    const card = await lockCard(trx, author, standing);
    if (await cards.insertSave(trx, card.id, opId))
      await cards.updateContent(trx, card.id, applyChanges(card.content, changes));
    return readOwn(trx, standing, author.userId);
  });
}

/**
 * Submits the account's own scorecard, after the end. Throws `not_found`, `forbidden`, `conflict` before the end,
 * `invalid` if something required is missing, or `limit_reached`.
 */
export function submitCard({ db }: DbContext, author: Principal, interviewId: string): Promise<OwnCard> {
  const { companyId, userId } = author;
  return db.transaction().execute(async (trx) => {
    const standing = await requireAuthor(trx, author, interviewId);
    if (standing.status !== 'completed') throw conflict('You can submit your scorecard after the session ends.');
    const { id, content } = await lockCard(trx, author, standing);
    requireComplete(content);
    const before = await cards.findCard(trx, interviewId, userId);
    const versions = before?.versions ?? 0;
    if (versions === 0 || before?.hasUnsubmitted) {
      if (versions >= VERSIONS_MAX) throw tooManyVersions();
      await cards.insertVersion(trx, id, versions + 1);
      await recordInterview(trx, companyId, 'interview.scorecard_submitted', { userId }, standing.roomCode);
    }
    return readOwn(trx, standing, userId);
  });
}

async function requireAuthor(trx: Transaction, author: Principal, interviewId: string): Promise<Standing> {
  const standing = await requireStanding(trx, author, interviewId);
  if (!mayWrite(standing))
    throw forbidden('Only interviewers who were in the room or watched the recording can write a scorecard.');
  return standing;
}

function lockCard(trx: Transaction, { userId, name }: Principal, { interviewId, wasInRoom }: Standing) {
  const card = { interviewId, userId, authorName: name, fromPlayback: !wasInRoom };
  return cards.lockCard(trx, card, EMPTY_CONTENT);
}

function requireLimits(criteria: Criterion[], { notes, ratings }: Omit<Body<typeof saveScorecard>, 'op_id'>): void {
  const length = notes?.value.reduce((sum, { text }) => sum + lengthOf(text), 0) ?? 0;
  if (length > CARD_NOTES_MAX) throw invalid('notes', `Notes can have at most ${CARD_NOTES_MAX} characters.`);
  const known = new Set(criteria.map(({ id }) => id));
  if (ratings?.some(({ criterion }) => !known.has(criterion)))
    throw invalid('ratings', 'This session has no such criterion.');
}

function requireComplete({ overall, ratings }: CardContent): void {
  if (overall === null) throw invalid('overall', 'Choose an overall recommendation.');
  if (!ratings.some(({ evidence }) => lengthOf(evidence.trim()) >= EVIDENCE_MIN))
    throw invalid('ratings', `Write evidence of at least ${EVIDENCE_MIN} characters for one criterion.`);
}

const tooManyVersions = () =>
  new AppError('limit_reached', `A scorecard can be submitted ${VERSIONS_MAX} times. The latest version stays.`);

async function readOwn(db: Database, { interviewId, wasInRoom }: Standing, userId: string): Promise<OwnCard> {
  const card = await cards.findCard(db, interviewId, userId);
  const versions = card?.versions ?? 0;
  return {
    interview_id: interviewId,
    state: card ? stateOf(versions) : 'none',
    content: card?.content ?? EMPTY_CONTENT,
    from_playback: card?.fromPlayback ?? !wasInRoom,
    submitted_at: card?.submittedAt ?? null,
    changed_at: versions > 1 ? (card?.latestAt ?? null) : null,
    has_unsubmitted: card?.hasUnsubmitted ?? false,
  };
}

/** Returns the state of a scorecard by the number of its versions. */
export function stateOf(versions: number): CardState {
  if (versions === 0) return 'draft';
  return versions === 1 ? 'submitted' : 'changed';
}
