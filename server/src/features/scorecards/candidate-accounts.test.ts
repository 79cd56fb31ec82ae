import { listAudit } from '@cip/contracts/accounts/audit';
import { changeInterview } from '@cip/contracts/interviews/interviews';
import { changePlan, scheduleInterview, startInterview } from '@cip/contracts/interviews/planning';
import { createReviewLink } from '@cip/contracts/playback/review-links';
import { decideInterview, getScorecards, saveScorecard } from '@cip/contracts/scorecards/scorecards';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addInterviewer,
  endInterview,
  makeKey,
  newRoomCode,
  quickStart,
  registerCompany,
  type SignedIn,
} from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { enterRoomOf, submitCard } from '../../testing/http/scorecards.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

/** An ended interview of Ines with Otto in the room; the company also has an admin and a person who was not there. */
async function endedInterview() {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const [ines, otto, nora] = [
    await addInterviewer(node, owner, 'Ines'),
    await addInterviewer(node, owner, 'Otto'),
    await addInterviewer(node, owner, 'Nora'),
  ];
  const admin = await addInterviewer(node, owner, 'Adam', 'admin');
  const interview = await quickStart(node, ines);
  await enterRoomOf(node, interview, ines, otto);
  await endInterview(node, ines, interview.room_code);
  return { owner, admin, ines, otto, nora, interview, params: { id: interview.id } };
}

type Ended = Awaited<ReturnType<typeof endedInterview>>;

const enter = ({ params }: Pick<Ended, 'params'>, token: string, candidate_email: string | null) =>
  call(node.app, changeInterview, { token, params, body: { candidate_email } });
const cardsFor = async ({ params }: Ended, { token }: Pick<SignedIn, 'token'>) =>
  (await call(node.app, getScorecards, { token, params })).reply;
const CARD = { op_id: 'operation-0001', summary: { base: '', value: 'Good.' } };
const subjectsOf = async ({ owner }: Ended) =>
  (await call(node.app, listAudit, { token: owner.token })).reply.data
    .filter(({ action }) => action.startsWith('interview.account_'))
    .map(({ action, actor_name, subject_name }) => [action, actor_name, subject_name]);

it('refuses the e-mail of a colleague who was in the room, from everyone', async () => {
  const world = await endedInterview();
  const { owner, admin, ines, otto } = world;
  const key = await makeKey(node, owner);
  for (const token of [owner.token, admin.token, ines.token, key.secret]) {
    const { status, error } = await enter(world, token, otto.email.toUpperCase());
    expect([status, error.errors]).toEqual([422, { candidate_email: [expect.stringContaining('was in the room')] }]);
  }
  await enter(world, ines.token, null);
  await submitCard(node, otto, world.interview, 'of Otto');
  expect(await cardsFor(world, otto)).toMatchObject({ own: { submitted_at: expect.any(String) }, may_read: true });
});

it('refuses the e-mail of a colleague who interviews by the plan, and such an interviewer', async () => {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const [ines, otto] = [await addInterviewer(node, owner, 'Ines'), await addInterviewer(node, owner, 'Otto')];
  const { token } = ines;
  const plan = {
    room_code: newRoomCode(),
    candidate_name: 'Ada',
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    interviewer_ids: [ines.userId],
  };
  const refusedFor = (field: string) => ({
    status: 422,
    error: { errors: { [field]: [expect.stringContaining('interviews in this session')] } },
  });
  const own = { ...plan, candidate_email: ines.email.toUpperCase() };
  expect(await call(node.app, scheduleInterview, { token, body: own })).toMatchObject(refusedFor('candidate_email'));

  const body = { ...plan, candidate_email: otto.email };
  const { id, plan_revision: revision } = (await call(node.app, scheduleInterview, { token, body })).reply.session;
  const params = { id };
  expect(await enter({ params }, token, ines.email)).toMatchObject(refusedFor('candidate_email'));
  const people = { revision, interviewer_ids: [ines.userId, otto.userId] };
  expect(await call(node.app, changePlan, { token, params, body: people })).toMatchObject(
    refusedFor('interviewer_ids'),
  );
});

it('takes a colleague for the candidate after the start only from owner and admins, who are named in the audit log', async () => {
  const world = await endedInterview();
  const { owner, admin, ines, nora } = world;
  const key = await makeKey(node, owner);
  for (const token of [ines.token, key.secret]) expect((await enter(world, token, nora.email)).status).toBe(403);
  expect((await enter(world, ines.token, 'ada@example.com')).status).toBe(200);
  expect((await enter(world, admin.token, nora.email)).status).toBe(200);
  expect((await enter(world, ines.token, null)).status).toBe(200);
  expect((await cardsFor(world, nora)).may_read).toBe(false);
  expect(await subjectsOf(world)).toEqual([['interview.account_is_candidate', 'Adam', 'Nora']]);
});

it('never takes the owner for the candidate', async () => {
  const world = await endedInterview();
  const { owner, ines, otto, params } = world;
  for (const email of [owner.email, null]) expect((await enter(world, ines.token, email)).status).toBe(200);
  for (const person of [ines, otto]) await submitCard(node, person, world.interview, 'written');
  expect(await cardsFor(world, owner)).toMatchObject({ may_read: true, may_decide: true });
  const body = { decision: 'advance' as const, reason: 'Good.' };
  expect((await call(node.app, decideInterview, { token: owner.token, params, body })).status).toBe(200);
});

it('lets the owner correct who is the candidate, with an entry in the audit log', async () => {
  const world = await endedInterview();
  const { owner, admin, nora, params } = world;
  await enter(world, admin.token, nora.email);
  await enter(world, admin.token, 'ada@example.com');
  await node.ctx.db
    .insertInto('playback_views')
    .values({ interview_id: world.interview.id, user_id: nora.userId })
    .execute();
  const write = async () => (await call(node.app, saveScorecard, { token: nora.token, params, body: CARD })).status;
  expect(await write()).toBe(403);

  await enter(world, owner.token, 'ada@example.com');

  expect(await write()).toBe(200);
  expect(await subjectsOf(world)).toEqual([
    ['interview.account_no_candidate', 'Acme', 'Nora'],
    ['interview.account_is_candidate', 'Adam', 'Nora'],
  ]);
});

it('waits for the scorecard of everyone who was in the room, also of one who was planned as the candidate', async () => {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const coordinator = await addInterviewer(node, owner, 'Cora', 'coordinator');
  const [ines, otto] = [await addInterviewer(node, owner, 'Ines'), await addInterviewer(node, owner, 'Otto')];
  const plan = {
    room_code: newRoomCode(),
    candidate_name: 'Ada',
    candidate_email: otto.email,
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    interviewer_ids: [ines.userId],
  };
  const { session } = (await call(node.app, scheduleInterview, { token: coordinator.token, body: plan })).reply;
  const params = { id: session.id };
  await call(node.app, changeInterview, { token: coordinator.token, params, body: { candidate_email: null } });
  await call(node.app, startInterview, { token: ines.token, params });
  await enterRoomOf(node, session, ines, otto);
  await endInterview(node, ines, session.room_code);
  await submitCard(node, ines, session, 'of Ines');

  const shared = await call(node.app, createReviewLink, {
    token: ines.token,
    params,
    body: { shows_scorecards: true },
  });

  expect([shared.status, shared.error.message]).toEqual([
    409,
    'Scorecards can be shared when everyone who was in the room has submitted theirs.',
  ]);
});
