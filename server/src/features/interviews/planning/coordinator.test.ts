import { listAudit } from '@cip/contracts/accounts/audit';
import { getPublicInterview } from '@cip/contracts/interviews/public-interviews';
import * as contract from '@cip/contracts/interviews/interviews';
import * as planning from '@cip/contracts/interviews/planning';
import { HIDDEN_ROOM_CODE } from '@cip/contracts/accounts/roles';
import { CUSTOM_EVENTS } from '@cip/contracts/rooms/rooms';
import * as cards from '@cip/contracts/scorecards/scorecards';
import * as overview from '@cip/contracts/scorecards/card-overview';
import { listTemplates } from '@cip/contracts/questions/templates';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleRequest } from '../../../testing/access/sample-request.ts';
import {
  addInterviewer,
  addQuestion,
  addTemplate,
  endInterview,
  joinAsCandidate,
  newRoomCode,
  quickStart,
  registerCompany,
  scheduleInterview,
  type SignedIn,
} from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { endpointName, endpoints } from '../../../testing/http/endpoints.ts';
import { events, wireName } from '../../../testing/sockets/events.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { sampleObject } from '../../../testing/sample.ts';
import { enterRoomOf, submitCard, writeCard } from '../../../testing/http/scorecards.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

/** In each text that coordinators must not get. */
const SECRET = 'CANARY';

let node: TestApp;
let owner: SignedIn;
let ida: SignedIn & { userId: string };
let cora: SignedIn & { userId: string };
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true });
  owner = await registerCompany(node, { plan: 'enterprise' });
  ida = await addInterviewer(node, owner, 'Ida');
  cora = await addInterviewer(node, owner, 'Cora', 'coordinator');
});
afterAll(() => node.close());

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const plan = (body: object = {}, { token } = cora) =>
  call(node.app, planning.scheduleInterview, {
    token,
    body: {
      room_code: newRoomCode(),
      candidate_name: 'Ada Candidate',
      scheduled_at: inHours(1),
      interviewer_ids: [ida.userId],
      ...body,
    },
  });
const move = (id: string, body: object) =>
  call(node.app, planning.changePlan, { token: cora.token, params: { id }, body });
const edit = (id: string, body: object) =>
  call(node.app, contract.changeInterview, { token: cora.token, params: { id }, body });
const cancel = (id: string) => call(node.app, planning.cancelInterview, { token: cora.token, params: { id } });
const listed = async (id: string, { token } = cora) =>
  (await call(node.app, contract.listInterviews, { token })).reply.data.find((each) => each.id === id);

it('lets a coordinator plan, move, correct and cancel, and sees who did', async () => {
  const { session } = (await plan({ candidate_email: 'ada@example.com' })).reply;
  expect(session).toMatchObject({
    status: 'scheduled',
    interviewers: [{ name: 'Ida' }],
    candidate_name: 'Ada Candidate',
  });
  expect(session.room_code).toMatch(/^private-room-/);

  const scheduled_at = inHours(5);
  const moved = (await move(session.id, { revision: 0, scheduled_at, minutes: 90 })).reply.session;
  expect(moved).toMatchObject({ scheduled_at: new Date(scheduled_at).toISOString(), minutes: 90, plan_revision: 1 });
  expect((await edit(session.id, { candidate_name: 'Ada B' })).reply.session.candidate_name).toBe('Ada B');
  expect((await cancel(session.id)).reply.session.status).toBe('cancelled');

  expect(await listed(session.id)).toMatchObject({ status: 'cancelled', candidate_name: 'Ada B', minutes: 90 });
  const log = (await call(node.app, listAudit, { token: owner.token })).reply.data.slice(0, 4);
  expect(log.map(({ action, actor_name: name }) => [action, name])).toEqual([
    ['interview.cancelled', 'Cora'],
    ['interview.changed', 'Cora'],
    ['interview.rescheduled', 'Cora'],
    ['interview.scheduled', 'Cora'],
  ]);
});

it('requires a plan with people who interview: no coordinators', async () => {
  const other = await addInterviewer(node, owner, 'Carl', 'coordinator');
  const refused = 'A coordinator cannot interview. Please choose another person.';

  expect((await plan({ interviewer_ids: undefined })).error.errors).toEqual({
    interviewer_ids: ['Choose who interviews.'],
  });
  for (const id of [cora.userId, other.userId])
    expect((await plan({ interviewer_ids: [ida.userId, id] })).error.errors).toEqual({ interviewer_ids: [refused] });
  expect((await plan({ interviewer_ids: [other.userId] }, ida)).error.errors).toEqual({ interviewer_ids: [refused] });
  const { data } = (await call(node.app, planning.listColleagues, { token: cora.token })).reply;
  expect(data.map(({ name }) => name).toSorted()).toEqual(['Acme', 'Ida']);
});

it('turns the waiting room on in a coordinator’s plan, whatever the template says', async () => {
  const template = await addTemplate(node, owner, { asks_before_admitting: false });

  const { session } = (await plan({ template_id: template.id })).reply;

  expect(session.asks_before_admitting).toBe(true);
  for (const attempt of [
    () => plan({ asks_before_admitting: false }),
    () => edit(session.id, { asks_before_admitting: false }),
    () => edit(session.id, { notes: 'Written by Cora' }),
  ])
    expect((await attempt()).error).toEqual({
      code: 'forbidden',
      message: 'Coordinators change the plan and the candidate, until the session begins.',
    });
  expect(await listed(session.id, ida)).toMatchObject({ asks_before_admitting: true, notes: null });
});

it('leaves the chosen rule and completion of an interview unchanged', async () => {
  const { session } = (await plan({ rule: { tools: 'no_ai', note: null }, completion: 'words' })).reply;
  const rule = { tools: 'any_tools', note: 'Written by Cora' };

  for (const attempt of [{ rule }, { rule: null }, { completion: 'full' }])
    expect((await edit(session.id, { candidate_name: 'Other', ...attempt })).error).toEqual({
      code: 'forbidden',
      message: 'Coordinators change the plan and the candidate, until the session begins.',
    });
  const shown = await listed(session.id, ida);
  expect(shown).toMatchObject({ rule: session.rule, completion: 'words', candidate_name: 'Ada Candidate' });
});

it('changes nothing once the interview has begun', async () => {
  const { id } = await quickStart(node, ida);
  const before = await listed(id, ida);

  expect((await edit(id, { candidate_name: 'Other' })).error.code).toBe('forbidden');
  expect((await move(id, { revision: 0, minutes: 30 })).error.code).toBe('conflict');
  expect((await cancel(id)).error.code).toBe('conflict');
  expect(await listed(id, ida)).toEqual(before);
});

it('shows the room code only if the link behind it shows no code', async () => {
  const asking = (await plan({}, ida)).reply.session;
  const open = (await plan({ asks_before_admitting: false }, ida)).reply.session;
  const running = await quickStart(node, ida);
  const codes = async () =>
    Promise.all([asking, open, running].map(async ({ id }) => (await listed(id))?.room_code ?? 'not listed'));

  expect(await codes()).toEqual([asking.room_code, HIDDEN_ROOM_CODE, HIDDEN_ROOM_CODE]);
  await call(node.app, planning.startInterview, { token: ida.token, params: { id: asking.id } });
  expect(await codes()).toEqual([HIDDEN_ROOM_CODE, HIDDEN_ROOM_CODE, HIDDEN_ROOM_CODE]);
  // The code that was sent to the candidate shows no text without an admission.
  const link = { params: { roomCode: asking.room_code } };
  expect((await call(node.app, getPublicInterview, link)).reply.session.code_editor_data).toEqual([]);
});

/** Makes an ended and a running interview with a secret in each text that coordinators must not get. */
async function makeSecrets() {
  const question = await addQuestion(node, owner, {
    title: `${SECRET} title`,
    text: `${SECRET} text`,
    guide: `${SECRET} guide`,
    tags: [`${SECRET} tag`],
  });
  const template = await addTemplate(node, owner, {
    name: 'Backend',
    criteria: [{ name: `${SECRET} criterion`, meanings: ['', '', '', `${SECRET} meaning`] }],
    question_ids: [question.id],
  });
  const [ended, running] = [await quickStart(node, ida), await quickStart(node, ida)];
  for (const { id, room_code: roomCode } of [ended, running]) {
    const { token } = await joinAsCandidate(node, roomCode);
    const client = await OwnClient.join(node.url, { roomCode, authToken: token });
    client.insert(0, `${SECRET} code\n`);
    await until('the edit', () => client.unacknowledged.size === 0);
    client.close();
    await enterRoomOf(node, { id }, ida);
    await call(node.app, contract.changeInterview, {
      token: ida.token,
      params: { id },
      body: { notes: `${SECRET} team notes` },
    });
    await writeCard(node, ida, { id }, `${SECRET} card`);
  }
  await endInterview(node, ida, ended.room_code);
  await submitCard(node, ida, ended, `${SECRET} submitted`);
  const body = { decision: 'hold', reason: `${SECRET} reason` };
  await call(node.app, cards.decideInterview, { token: ida.token, params: { id: ended.id }, body });
  return { question, template, ended, running };
}

it('shows status, times and decision, and no secret in any reply', async () => {
  const { question, template, ended, running } = await makeSecrets();
  const answers: string[] = [];
  const refused: string[] = [];
  for (const endpoint of endpoints.filter(({ config }) => config.access !== 'public'))
    for (const { id, room_code } of [ended, running, { ...question, room_code: '' }, { ...template, room_code: '' }]) {
      // The coordinator would sign out.
      if (/logout|sign-ins|second-factor|password/.test(endpoint.url)) continue;
      const names = { id, room_code, interview_session_id: id, interviewer_ids: [ida.userId], version: '1' };
      const request = await sampleRequest(node, endpoint, names, cora.email);
      const query = endpoint.url === '/scorecards' ? { interviews: id } : {};
      const answer = await call(node.app, endpoint, { token: cora.token, ...request, query });
      if (answer.status === 403) refused.push(endpointName(endpoint));
      answers.push(`${endpointName(endpoint)} ${JSON.stringify(answer.status < 400 ? answer.reply : answer.error)}`);
    }

  expect(answers.filter((text) => text.includes(SECRET))).toEqual([]);
  expect(answers.filter((text) => text.includes(ended.room_code) || text.includes(running.room_code))).toEqual([]);
  expect(new Set(refused).size).toBeGreaterThan(60);
  const query = { interviews: [ended.id, running.id].join() };
  const states = (await call(node.app, overview.listScorecardStates, { token: cora.token, query })).reply.data;
  expect(states.toSorted((a, b) => String(b.decision).localeCompare(String(a.decision)))).toEqual([
    { interview_id: running.id, expected: 0, submitted: 0, own: null, decision: null },
    { interview_id: ended.id, expected: 0, submitted: 0, own: null, decision: 'hold' },
  ]);
  expect(await listed(ended.id)).toMatchObject({ status: 'completed', ended_at: expect.any(String), notes: null });
  const { data } = (await call(node.app, listTemplates, { token: cora.token })).reply;
  expect(data.find(({ id }) => id === template.id)).toMatchObject({ name: 'Backend', questions: [], criteria: [] });
  // The same calls show an interviewer the secrets, so the texts are there.
  const own = await call(node.app, contract.listInterviews, { token: ida.token });
  expect(JSON.stringify(own.reply)).toContain(`${SECRET} team notes`);
  expect(JSON.stringify((await call(node.app, listTemplates, { token: ida.token })).reply)).toContain(SECRET);
}, 60_000);

it('refuses a coordinator’s hostile client every event, and tells it nothing', async () => {
  const { id, room_code: roomCode } = await quickStart(node, ida);
  const host = remember(await OwnClient.join(node.url, { roomCode, authToken: ida.token }));
  const refused = remember(new PlainClient(node.url, { roomCode, userType: 'candidate', authToken: cora.token }));
  let refusal: (Error & { data?: unknown }) | undefined;
  refused.socket.on('connect_error', (error) => (refusal = error));
  await until('the refusal', () => refusal);
  expect(refusal?.data).toEqual({
    code: 'forbidden',
    message: 'Coordinators plan, move and cancel sessions. Only interviewers can do this.',
  });

  // Connected without a token, it names the coordinator's in each event.
  const client = remember(new PlainClient(node.url, { roomCode, userName: 'Ida', userType: 'interviewer' }));
  await until('the connection', () => client.socket.connected);
  const given = { channel: roomCode, room: roomCode, authToken: cora.token, code: 'mine', mode: 'instant', isOn: true };
  const subscribed = await client.emit('subscribe', { channel: roomCode, authToken: cora.token });
  expect(subscribed).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  for (const event of events.filter(({ name }) => name !== 'heartbeat' && name !== 'subscribe')) {
    const data = CUSTOM_EVENTS.find(({ name }) => name === event.name)?.payload.properties.data;
    const named = {
      ...given,
      id,
      participantId: id,
      questionId: id,
      stateVector: 'AA==',
      update: 'AA==',
      language: 'sql',
    };
    const custom = data && 'properties' in data && { data: sampleObject(data, named) };
    const reply = await client.emit(wireName(event), sampleObject(event.payload, { ...named, ...custom }));
    expect.soft([event.name, reply]).toMatchObject([event.name, { ok: false, error: { code: 'unauthenticated' } }]);
  }
  host.insert(0, `${SECRET} `);
  await until('the edit', () => host.unacknowledged.size === 0);

  expect(client.received).toEqual([]);
  expect((await host.wire.custom('getParticipants'))['count']).toBe(1);
  expect(await listed(id, ida)).toMatchObject({ status: 'active' });
  expect(host.text).not.toContain('mine');
});

it('shows a company only its own plans', async () => {
  const stranger = await registerCompany(node);
  const { id } = await scheduleInterview(node, stranger);

  for (const attempt of [() => move(id, { revision: 0, minutes: 30 }), () => edit(id, {}), () => cancel(id)])
    expect((await attempt()).error.code).toBe('not_found');
});
