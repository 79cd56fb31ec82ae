import { randomUUID } from 'node:crypto';
import * as contract from '@cip/contracts/scorecards/scorecards';
import { changeInterview, type Interview } from '@cip/contracts/interviews/interviews';
import { updateInterviewer } from '@cip/contracts/accounts/interviewers';
import { createReviewLink } from '@cip/contracts/playback/review-links';
import { strFromU8, unzipSync } from 'fflate';
import {
  addInterviewer,
  endInterview,
  joinAsCandidate,
  quickStart,
  registerCompany,
  signIn,
  type SignedIn,
} from '../builders.ts';
import { call } from '../http/call.ts';
import { enterRoomOf, submitCard, userIdOf, writeCard } from '../http/scorecards.ts';
import type { TestApp } from '../test-app.ts';
import { recordView } from '../../features/scorecards/playback-views.service.ts';
import { liftLimits } from './tenant.ts';
import type { Block, Row } from './table.ts';

/** The readers of the matrix. */
export const VIEWERS = [
  'not submitted',
  'submitted',
  'owner not there',
  'owner in room',
  'admin not there',
  'coordinator',
  'now coordinator',
  'not there',
  'watched',
  'hired candidate',
  'renamed',
  'other company',
  'candidate',
  'anonymous',
] as const;
type Viewer = (typeof VIEWERS)[number];

/** A request of a reader, as method, path and body. */
type Attempt = (world: { interview: Interview; review: string }) => {
  method: 'GET' | 'PUT' | 'POST' | 'PATCH';
  url: string;
  body?: object;
};

const guess = { op_id: 'op-guessing', summary: { base: 'SUBMITTED summary', value: '' } };

/** The ways to read. */
const ATTEMPTS: Record<string, Attempt> = {
  scorecards: ({ interview: { id } }) => ({ method: 'GET', url: `/interview-sessions/${id}/scorecards` }),
  'save of a guess': ({ interview: { id } }) => ({
    method: 'PUT',
    url: `/interview-sessions/${id}/scorecard`,
    body: guess,
  }),
  'empty submission': ({ interview: { id } }) => ({
    method: 'POST',
    url: `/interview-sessions/${id}/scorecard/submit`,
  }),
  'malformed save': ({ interview: { id } }) => ({
    method: 'PUT',
    url: `/interview-sessions/${id}/scorecard`,
    body: { ...guess, overall: 'yes' },
  }),
  'refused decision': ({ interview: { id } }) => ({
    method: 'PUT',
    url: `/interview-sessions/${id}/decision`,
    body: { decision: 'maybe', reason: 'x' },
  }),
  'unknown criterion': ({ interview: { id } }) => ({
    method: 'PUT',
    url: `/interview-sessions/${id}/scorecard`,
    body: { op_id: 'op-guessing-2', ratings: [{ criterion: 'unknown', evidence: { base: '', value: 'x' } }] },
  }),
  overview: ({ interview: { id } }) => ({ method: 'GET', url: `/scorecards?interviews=${id}` }),
  'open scorecards': () => ({ method: 'GET', url: '/scorecards/open' }),
  'sessions list': () => ({ method: 'GET', url: '/interview-sessions' }),
  'ended sessions': () => ({ method: 'GET', url: '/interview-sessions?status=completed' }),
  'search by text': () => ({ method: 'GET', url: '/interview-sessions?search=SUBMITTED' }),
  'session by room': ({ interview }) => ({ method: 'GET', url: `/interview-sessions/room/${interview.room_code}` }),
  'repeated end': ({ interview }) => ({
    method: 'POST',
    url: `/interview-sessions/end-by-room/${interview.room_code}`,
  }),
  'empty change': ({ interview: { id } }) => ({ method: 'PATCH', url: `/interview-sessions/${id}`, body: {} }),
  'public link': ({ interview }) => ({ method: 'GET', url: `/public/session/${interview.room_code}` }),
  'session export': ({ interview: { id } }) => ({ method: 'GET', url: `/interview-sessions/${id}/export` }),
  'company export': () => ({ method: 'GET', url: '/company/export' }),
  'candidate export': ({ interview }) => ({ method: 'GET', url: `/public/session/${interview.room_code}/export` }),
  'audit log': () => ({ method: 'GET', url: '/audit-log' }),
  'link with scorecards': ({ interview: { id } }) => ({
    method: 'POST',
    url: `/interview-sessions/${id}/review-links`,
    body: { shows_scorecards: true },
  }),
  recording: ({ interview: { id } }) => ({ method: 'GET', url: `/interview-sessions/${id}/playback` }),
  'review link': ({ review }) => ({ method: 'POST', url: '/public/review', body: { token: review } }),
  'list of review links': ({ interview: { id } }) => ({ method: 'GET', url: `/interview-sessions/${id}/review-links` }),
};

/** Each text's word, and how the matrix names it. */
const WORDS = ['SUBMITTED', 'DRAFT', 'EDIT', 'TEAM', 'REASON'];

/** Tries every way as every reader, in two companies: only the owner of the first was in the room. */
export async function tryScorecards(node: TestApp): Promise<Block> {
  await liftLimits(node.ctx);
  const [away, there] = [await openSide(node, false), await openSide(node, true)];
  const stranger = await registerCompany(node);
  const sideOf = (viewer: Viewer) => (viewer === 'owner in room' ? there : away);
  const tokenOf = (viewer: Viewer) => (viewer === 'other company' ? stranger.token : sideOf(viewer).tokens[viewer]);
  const rows: Row[] = [];
  for (const [object, attempt] of Object.entries(ATTEMPTS)) {
    const cells: string[] = [];
    for (const viewer of VIEWERS) cells.push(await cellOf(node, attempt(sideOf(viewer)), tokenOf(viewer)));
    rows.push({ object, cells });
  }
  return { title: 'An ended interview', rows };
}

async function cellOf(
  { app }: TestApp,
  { method, url, body }: ReturnType<Attempt>,
  token: string | undefined,
): Promise<string> {
  const response = await app.inject({
    method,
    url: `/api${url}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  });
  const text = String(response.headers['content-type']).includes('zip')
    ? Object.values(unzipSync(new Uint8Array(response.rawPayload)))
        .map((bytes) => strFromU8(bytes))
        .join('\n')
    : response.rawPayload.toString('latin1');
  const found = WORDS.filter((word) => text.includes(word));
  return [response.statusCode, ...found.map((word) => word.toLowerCase())].join(' ');
}

interface Side {
  interview: Interview;
  /** The token of a review link. */
  review: string;
  tokens: Partial<Record<Viewer, string>>;
}

async function openSide(node: TestApp, isOwnerThere: boolean): Promise<Side> {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const named = async (name: string) => addInterviewer(node, owner, name);
  const [host, draft, late, done] = [
    await named('Host'),
    await named('Draft'),
    await named('Late'),
    await named('Done'),
  ];
  const [admin, planner] = [
    await addInterviewer(node, owner, 'Admin', 'admin'),
    await addInterviewer(node, owner, 'Planner', 'coordinator'),
  ];
  const moved = await named('Moved');
  const [outside, watcher, hired, renamed] = [
    await named('Outside'),
    await named('Watcher'),
    await named('Hired'),
    await named('Renamed'),
  ];
  const interview = await quickStart(node, host);
  const candidate = await joinAsCandidate(node, interview.room_code);
  // Before they come, because later nobody takes them for the candidate.
  for (const person of [renamed, hired]) await setCandidate(node, interview, admin, person);
  await enterRoomOf(node, interview, host, draft, late, done, moved, hired, renamed, ...(isOwnerThere ? [owner] : []));
  await takeNotes(node, interview);
  await endInterview(node, host, interview.room_code);
  await recordView(node.ctx.db, interview.id, await userIdOf(node, watcher));
  await submitCard(node, host, interview, 'SUBMITTED');
  await editCard(node, host, interview);
  await writeCard(node, draft, interview, 'DRAFT');
  await submitCard(node, done, interview, 'OWN');
  await decide(node, host, interview);
  await submitCard(node, moved, interview, 'MOVED');
  const coordinator = await becomeCoordinator(node, owner, moved);
  const tokens = {
    'not submitted': late.token,
    submitted: done.token,
    'owner not there': owner.token,
    'owner in room': owner.token,
    'admin not there': admin.token,
    coordinator: planner.token,
    'now coordinator': coordinator.token,
    'not there': outside.token,
    watched: watcher.token,
    'hired candidate': hired.token,
    renamed: renamed.token,
    candidate: candidate.token,
  };
  const { token: review } = (
    await call(node.app, createReviewLink, { token: host.token, params: { id: interview.id }, body: {} })
  ).reply;
  return { interview, review, tokens };
}

async function becomeCoordinator(node: TestApp, owner: SignedIn, person: SignedIn & { userId: string }) {
  const body = { name: 'Moved', email: person.email, role: 'coordinator' };
  await call(node.app, updateInterviewer, { token: owner.token, params: { id: person.userId }, body });
  return signIn(node, person.email);
}

// Directly, because the API refuses it to readers who may not read the cards.
async function takeNotes({ ctx: { db } }: TestApp, { id }: Interview): Promise<void> {
  await db.updateTable('interviews').set({ notes: 'TEAM notes' }).where('id', '=', id).execute();
}

async function setCandidate(
  { app }: TestApp,
  { id }: Interview,
  { token }: SignedIn,
  { email }: SignedIn,
): Promise<void> {
  await call(app, changeInterview, { token, params: { id }, body: { candidate_email: email } });
}

async function editCard({ app }: TestApp, { token }: SignedIn, { id }: Interview): Promise<void> {
  const body = { op_id: `op-${randomUUID()}`, summary: { base: 'SUBMITTED summary', value: 'EDIT' } };
  await call(app, contract.saveScorecard, { token, params: { id }, body });
}

async function decide({ app }: TestApp, { token }: SignedIn, { id }: Interview): Promise<void> {
  const body = { decision: 'hold', reason: 'REASON' };
  await call(app, contract.decideInterview, { token, params: { id }, body });
}
