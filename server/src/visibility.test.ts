import { getAccount } from '@cip/contracts/accounts/auth';
import { updateVisibility } from '@cip/contracts/accounts/company';
import * as contract from '@cip/contracts/interviews/interviews';
import * as planning from '@cip/contracts/interviews/planning';
import { listWaitingCandidates } from '@cip/contracts/interviews/admissions';
import { createReviewLink, openReview } from '@cip/contracts/playback/review-links';
import { listOpenScorecards, listScorecardStates } from '@cip/contracts/scorecards/card-overview';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeObject, objectOf } from './testing/access/objects.ts';
import { sampleOf } from './testing/access/sample.ts';
import { sampleRequest } from './testing/access/sample-request.ts';
import { liftLimits, makeTenant, type Tenant } from './testing/access/tenant.ts';
import {
  addInterviewer,
  endInterview,
  joinAsCandidate,
  makeKey,
  newRoomCode,
  quickStart,
  scheduleInterview,
  type SignedIn,
} from './testing/builders.ts';
import { call } from './testing/http/call.ts';
import { closeAfterEach } from './testing/close-after-each.ts';
import { endpointName, endpoints } from './testing/http/endpoints.ts';
import { OwnClient } from './testing/sockets/own-client.ts';
import { PlainClient } from './testing/sockets/plain-client.ts';
import { startRedisPair, type RedisPair } from './testing/redis-pair.ts';
import { enterRoomOf, submitCard } from './testing/http/scorecards.ts';
import type { TestApp } from './testing/test-app.ts';
import { until } from './testing/until.ts';

let pair: RedisPair;
let node: TestApp;
let ours: Tenant;
/** An interviewer who shares no interview with `ours.interviewer`. */
let ben: SignedIn & { userId: string };
const remember = closeAfterEach();
beforeAll(async () => {
  pair = await startRedisPair();
  ({ node } = pair);
  await liftLimits(node.ctx);
});
beforeEach(async () => {
  ours = await makeTenant(node, 'Ours');
  ben = await addInterviewer(node, ours.owner, 'Ours Ben');
});
afterAll(() => pair.close());

const showTo = (interviews_visible_to: 'everybody' | 'own', { token } = ours.owner) =>
  call(node.app, updateVisibility, { token, body: { interviews_visible_to } });
const idsFor = async ({ token }: SignedIn, query: Record<string, string> = {}) =>
  (await call(node.app, contract.listInterviews, { token, query })).reply.data.map(({ id }) => id).toSorted();
const plan = ({ token }: SignedIn, interviewer_ids?: string[]) => {
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const body = { room_code: newRoomCode(), candidate_name: 'Ada', scheduled_at, interviewer_ids };
  return call(node.app, planning.scheduleInterview, { token, body }).then(({ reply }) => reply.session);
};

/** The endpoints that name an interview and are open to interviewers. */
const aboutInterviews = endpoints.filter(
  ({ url, config }) =>
    ['account', 'interviewer'].includes(config.access) &&
    /^\/(interview-sessions\/.*:|code-editor-data)|^\/interview-sessions(\/quick-start)?$/.test(url),
);
const CREATES = /^POST \/interview-sessions(\/quick-start)?$/;

it('lets managers choose the visibility, and shows interviews to everybody at first', async () => {
  const account = async () => (await call(node.app, getAccount, { token: ben.token })).reply.company;
  expect((await account()).interviews_visible_to).toBe('everybody');
  for (const { token } of [ben, ours.coordinator])
    expect((await showTo('own', { ...ours.owner, token })).error.code).toBe('forbidden');

  expect((await showTo('own', ours.admin)).reply.company.interviews_visible_to).toBe('own');

  expect((await account()).interviews_visible_to).toBe('own');
});

const OPENING = aboutInterviews.filter(({ url, method }) => url.includes(':') || method === 'POST');
for (const { tags, cases } of sampleOf(OPENING, 2))
  it.each(cases.map((each) => [endpointName(each), each] as const))(
    'answers %s about others’ interviews as if they did not exist, and changes nothing',
    { tags },
    hidesOthers,
  );

async function hidesOthers(name: string, endpoint: (typeof OPENING)[number]): Promise<void> {
  const kind = objectOf(endpoint);
  const world = { ours: { ...ours, interviewer: ben }, theirs: ours };
  // The token of a user who could use it while it was visible to everybody.
  const attempt = async (state: 'ours' | 'never existed') => {
    const { names } = await makeObject(node, kind, state, world);
    await showTo('own');
    const before = state === 'ours' ? await rowOf(String(names['id'])) : undefined;
    const request = await sampleRequest(node, endpoint, names, ben.email);
    const answer = await call(node.app, endpoint, { token: ours.interviewer.token, ...request });
    if (before) expect(await rowOf(String(names['id']))).toEqual(before);
    await showTo('everybody');
    return answer;
  };

  const theirs = await attempt('ours');

  if (CREATES.test(name)) return expect([theirs.status, theirs.error.code]).toEqual([409, 'conflict']);
  const unknown = await attempt('never existed');
  expect([theirs.status, theirs.error]).toEqual([404, unknown.error]);
}

function rowOf(id: string) {
  return node.ctx.db.selectFrom('interviews').selectAll().where('id', '=', id).executeTakeFirst();
}

it('lists interviewers the interviews that they lead, take part in, planned or started', async () => {
  const { interviewer: ida, owner, admin, coordinator } = ours;
  const led = await plan(owner, [ida.userId]);
  const shared = await plan(owner, [ben.userId, ida.userId]);
  const planned = await plan(ida, [ben.userId]);
  const started = await plan(owner, [ben.userId]);
  await call(node.app, planning.startInterview, { token: ida.token, params: { id: started.id } });
  const quick = await quickStart(node, ida);
  const hidden = [await plan(ben), await quickStart(node, owner), await scheduleInterview(node, owner)];
  await showTo('own');

  const own = [led, shared, planned, started, quick].map(({ id }) => id).toSorted();
  expect(await idsFor(ida)).toEqual(own);
  expect(await idsFor(ida, { status: 'scheduled' })).toEqual([led.id, shared.id, planned.id].toSorted());
  expect(await idsFor(ida, { interviewer_id: ben.userId })).toEqual([shared.id, planned.id, started.id].toSorted());
  const page = (await call(node.app, contract.listInterviews, { token: ida.token })).reply;
  expect([page.total, page.last_page]).toEqual([5, 1]);
  const all = [...own, ...hidden.map(({ id }) => id)].toSorted();
  for (const person of [owner, admin, coordinator]) expect(await idsFor(person)).toEqual(all);
  const { secret } = await makeKey(node, owner, 'ATS', 'read');
  expect(await idsFor({ ...owner, token: secret })).toEqual(all);
});

it('keeps those who planned or moved an interview to others informed, and no one who left it', async () => {
  const { interviewer: ida, owner } = ours;
  await showTo('own');
  const { id } = await plan(owner, [ida.userId, ben.userId]);
  const body = { revision: 0, interviewer_ids: [ben.userId] };

  const left = await call(node.app, planning.changePlan, { token: ida.token, params: { id }, body });

  expect(left.reply.session.interviewers).toEqual([{ id: ben.userId, name: 'Ours Ben' }]);
  expect([await idsFor(ida), await idsFor(ben)]).toEqual([[], [id]]);
});

it('hides the interviews of others in every other list', async () => {
  const { interviewer: ida, owner } = ours;
  const running = await quickStart(node, ben);
  await call(node.app, contract.changeInterview, {
    token: ben.token,
    params: { id: running.id },
    body: { asks_before_admitting: true },
  });
  await joinAsCandidate(node, running.room_code);
  const ended = await quickStart(node, ben);
  await enterRoomOf(node, ended, ida, ben);
  await endInterview(node, ben, ended.room_code);
  const lists = async ({ token }: SignedIn) => {
    const query = { interviews: `${running.id},${ended.id}` };
    const replies = [
      (await call(node.app, listWaitingCandidates, { token })).reply.data,
      (await call(node.app, listScorecardStates, { token, query })).reply.data,
      (await call(node.app, listOpenScorecards, { token })).reply.data,
    ];
    return replies.map((data) => data.length);
  };
  expect(await lists(ida)).toEqual([1, 2, 1]);

  await showTo('own');

  expect(await lists(ida)).toEqual([0, 0, 0]);
  expect(await lists(ben)).toEqual([1, 2, 1]);
  expect(await lists(owner)).toEqual([1, 2, 0]);
});

it('does not wait for the scorecard of a person who sees the interview no more, nor shares what they may not read', async () => {
  const { interviewer: ida } = ours;
  const ended = await quickStart(node, ben);
  await enterRoomOf(node, ended, ida, ben);
  await endInterview(node, ben, ended.room_code);
  await submitCard(node, ben, ended, 'SHARED');
  const share = ({ token }: SignedIn) =>
    call(node.app, createReviewLink, { token, params: { id: ended.id }, body: { shows_scorecards: true } });
  expect((await share(ben)).error.code).toBe('conflict');
  await submitCard(node, ida, ended, 'IDA');
  const { token } = (await share(ida)).reply;
  const read = async () => {
    const response = await node.app.inject({ method: 'POST', url: `/api${openReview.url}`, payload: { token } });
    return response.rawPayload.toString('latin1');
  };
  expect(await read()).toContain('SHARED');

  await showTo('own');

  expect(await read()).not.toContain('SHARED');
  await node.ctx.db.deleteFrom('scorecards').where('user_id', '=', ida.userId).execute();
  expect((await share(ben)).status).toBe(201);
});

it('lets interviewers into the rooms of their own interviews only', async () => {
  const { interviewer: ida, owner, admin } = ours;
  const { room_code: roomCode } = await quickStart(node, ben);
  const { room_code: mine } = await quickStart(node, ida);
  await showTo('own');
  const refused = async (code: string, authToken: string) => {
    const client = remember(new PlainClient(node.url, { roomCode: code, authToken }));
    let refusal: (Error & { data?: unknown }) | undefined;
    client.socket.on('connect_error', (error) => (refusal = error));
    await until('the refusal', () => refusal);
    return refusal?.data;
  };

  expect(await refused(roomCode, ida.token)).toEqual(await refused(newRoomCode(), ida.token));
  const late = remember(new PlainClient(node.url, { roomCode }));
  await until('the connection', () => late.socket.connected);
  expect(await late.emit('subscribe', { channel: roomCode, authToken: ida.token })).toMatchObject({
    error: { code: 'not_found' },
  });
  for (const [code, { token }] of [
    [roomCode, ben],
    [roomCode, owner],
    [roomCode, admin],
    [mine, ida],
  ] as const)
    remember(await OwnClient.join(node.url, { roomCode: code, authToken: token }));
});

it('closes the sockets in rooms that become hidden, on every node, and leaves the others open', async () => {
  const { interviewer: ida } = ours;
  const [{ room_code: roomCode }, { room_code: mine }] = [await quickStart(node, ben), await quickStart(node, ida)];
  const join = async (url: string, code: string, { token }: SignedIn) =>
    remember(await OwnClient.join(url, { roomCode: code, authToken: token }));
  const strangers = [await join(node.url, roomCode, ida), await join(pair.other.url, roomCode, ida)];
  const host = await join(pair.other.url, roomCode, ben);
  const own = await join(node.url, mine, ida);

  expect((await showTo('own')).status).toBe(200);
  host.insert(0, 'canary ');
  await until('the log', () => host.unacknowledged.size === 0);

  await until('the end', () => strangers.every(({ wire }) => !wire.socket.connected), 8_000);
  expect(JSON.stringify(strangers.map(({ text, wire }) => [text, wire.received]))).not.toContain('canary');
  expect(host.wire.socket.connected && own.wire.socket.connected).toBe(true);
});

it('refuses a room that became hidden to a socket that had left it before', async () => {
  const { room_code: roomCode } = await quickStart(node, ben);
  const { wire } = remember(await OwnClient.join(node.url, { roomCode, authToken: ours.interviewer.token }));
  await wire.emit('unsubscribe', { channel: roomCode });
  await showTo('own');
  expect(await wire.emit('subscribe', { channel: roomCode })).toMatchObject({ error: { code: 'not_found' } });
});
