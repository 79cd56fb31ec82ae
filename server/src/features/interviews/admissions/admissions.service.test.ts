import { randomUUID } from 'node:crypto';
import { changeInterview } from '@cip/contracts/interviews/interviews';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  endInterview,
  joinAsCandidate,
  quickStart,
  registerCompany,
  type SignedIn,
} from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { decideAdmission, keepConnected, setAsking, setLocked } from './admissions.service.ts';

// Each test changes one of two interviews; the other must stay as it is.
let node: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  node = await startTestApp();
  owner = await registerCompany(node, { plan: 'enterprise' });
});
afterAll(() => node.close());

/** Starts an interview with a waiting room and a candidate in it. */
async function startAsking() {
  const { id, room_code: roomCode } = await quickStart(node, owner);
  const { company_id: companyId, interviewer_id: userId } = await node.ctx.db
    .selectFrom('interviews')
    .select(['company_id', 'interviewer_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const host = { interviewId: id, companyId, roomCode, userId: userId ?? randomUUID() };
  await setAsking(node.ctx, host, true);
  const { participant_id: participantId, token } = await joinAsCandidate(node, roomCode);
  return { host, participantId, token };
}

function candidate(id: string) {
  return node.ctx.db
    .selectFrom('candidates')
    .select(['admission', 'seen_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

it('decides by the status of the given interview', async () => {
  const [over, running] = [await startAsking(), await startAsking()];
  await endInterview(node, owner, over.host.roomCode);
  const admit = ({ host, participantId }: typeof over) => decideAdmission(node.ctx, host, { participantId }, 'admit');

  await expect(admit(over)).rejects.toMatchObject({ code: 'ended' });
  expect(await admit(running)).toMatchObject({ admission: 'admitted', isNew: true });
});

it('admits all who wait for the given interview only', async () => {
  const [one, two] = [await startAsking(), await startAsking()];

  await setAsking(node.ctx, one.host, false);

  expect(await candidate(one.participantId)).toMatchObject({ admission: 'admitted' });
  expect(await candidate(two.participantId)).toMatchObject({ admission: 'waiting' });
});

it('admits no candidate when asking is switched off after the end', async () => {
  const { host, participantId, token } = await startAsking();
  await endInterview(node, owner, host.roomCode);

  const body = { asks_before_admitting: false };
  const { reply } = await call(node.app, changeInterview, {
    token: owner.token,
    params: { id: host.interviewId },
    body,
  });

  expect(reply.session).toMatchObject({ asks_before_admitting: false, candidate_name: null });
  expect(await candidate(participantId)).toMatchObject({ admission: 'waiting' });
  const url = `/api/public/session/${host.roomCode}/export`;
  const response = await node.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect([response.statusCode, response.json().code]).toEqual([403, 'waiting']);
});

it('locks and unlocks only the given interview', async () => {
  const [one, two] = [await startAsking(), await startAsking()];
  const locks = async () => {
    const rows = await node.ctx.db.selectFrom('interviews').select(['id', 'is_locked']).execute();
    return [one, two].map(({ host }) => rows.find(({ id }) => id === host.interviewId)?.is_locked);
  };

  await setLocked(node.ctx, one.host, true);
  expect(await locks()).toEqual([true, false]);
  await setLocked(node.ctx, two.host, true);
  await setLocked(node.ctx, one.host, false);
  expect(await locks()).toEqual([false, true]);
});

it('marks only the given candidates as connected', async () => {
  const [one, two] = [await startAsking(), await startAsking()];
  const before = await candidate(two.participantId);
  const earlier = await candidate(one.participantId);

  await keepConnected(node.ctx.db, [one.participantId]);

  expect((await candidate(one.participantId)).seen_at).not.toBe(earlier.seen_at);
  expect(await candidate(two.participantId)).toEqual(before);
});
