import { randomUUID } from 'node:crypto';
import * as interviews from '@cip/contracts/interviews/interviews';
import * as planning from '@cip/contracts/interviews/planning';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addInterviewer, endInterview, newRoomCode, quickStart, registerCompany } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

const start = (token: string, room_code: unknown = newRoomCode()) =>
  call(node.app, planning.quickStart, { token, body: { room_code } });

const counted = (answers: { status: number }[]) => ({
  started: answers.filter(({ status }) => status === 201).length,
  refused: answers.filter(({ status }) => status === 409).length,
});

describe('quick start', () => {
  it('creates an active interview', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    const ida = await addInterviewer(node, owner, 'Ida');
    const roomCode = newRoomCode();

    const { status, reply } = await start(ida.token, roomCode);

    expect(status).toBe(201);
    expect(reply.session).toMatchObject({
      room_code: roomCode,
      status: 'active',
      candidate_name: null,
      ended_at: null,
      typing_mode: 'enter',
      company: { name: 'Acme' },
      company_name: 'Acme',
      interviewer: { name: 'Ida' },
      interviewer_name: 'Ida',
    });
    expect(reply.session.started_at).not.toBeNull();
  });

  it('returns the company’s existing interview with the room code, active or ended', async () => {
    const owner = await registerCompany(node);
    const first = await quickStart(node, owner);

    const again = await Promise.all(Array.from({ length: 5 }, () => start(owner.token, first.room_code)));
    for (const { status, reply } of again) expect([status, reply.session]).toEqual([201, first]);

    const ended = await endInterview(node, owner, first.room_code);
    expect((await start(owner.token, first.room_code)).reply.session).toEqual(ended);
  });

  it('creates one interview for two concurrent calls with the same room code', async () => {
    const owner = await registerCompany(node);
    const roomCode = newRoomCode();

    const [one, two] = await Promise.all([start(owner.token, roomCode), start(owner.token, roomCode)]);

    expect(one.reply).toEqual(two.reply);
    expect((await call(node.app, interviews.listInterviews, { token: owner.token })).reply.total).toBe(1);
  });

  it('refuses another company’s room code before checking the plan', async () => {
    const { room_code } = await quickStart(node, await registerCompany(node));
    const without = await registerCompany(node, { plan: null });

    expect(await start(without.token, room_code)).toMatchObject({ status: 409, error: { code: 'conflict' } });
    expect(await start(without.token)).toMatchObject({ status: 402, error: { code: 'plan_required' } });
  });

  it('refuses another company’s room code without revealing its interview', async () => {
    const { room_code } = await quickStart(node, await registerCompany(node));
    const other = await registerCompany(node);

    const { status, error } = await start(other.token, room_code);

    expect(status).toBe(409);
    expect(error.code).toBe('conflict');
    expect((await call(node.app, interviews.listInterviews, { token: other.token })).reply.total).toBe(0);
  });

  it('gives a room code to one of two companies that request it concurrently', async () => {
    const owners = await Promise.all(Array.from({ length: 6 }, () => registerCompany(node)));
    const roomCode = newRoomCode();

    const answers = await Promise.all(owners.map(({ token }) => start(token, roomCode)));

    expect(counted(answers)).toEqual({ started: 1, refused: 5 });
  });

  it('requires an active plan', async () => {
    const { token, company } = await registerCompany(node, { plan: null });

    const without = await start(token);

    expect(without.status).toBe(402);
    expect(without.error.code).toBe('plan_required');
    const { id: plan_id } = await node.ctx.db.selectFrom('plans').select('id').limit(1).executeTakeFirstOrThrow();
    const subscription = { company_id: company.id, plan_id, status: 'cancelled' as const, ends_at: null };
    await node.ctx.db.insertInto('subscriptions').values(subscription).execute();
    expect((await start(token)).status).toBe(402);
  });

  it.each([
    'short',
    'private-room-12345678',
    'x'.repeat(21),
    'with space',
    'ä'.repeat(9),
    'x'.repeat(65),
    '../../etc',
    12,
    null,
  ])('refuses the room code %j', async (code) => {
    const { token } = await registerCompany(node);

    const { status, error } = await start(token, code);

    expect(status).toBe(422);
    expect(Object.keys(error.errors ?? {})).toEqual(['room_code']);
  });
});

it('accepts a room code of the specification’s form and a longer one', async () => {
  const owner = await registerCompany(node, { plan: 'professional' });
  for (const roomCode of ['private-room-a1b2c3d4e', randomUUID()])
    expect((await start(owner.token, roomCode)).status).toBe(201);
});

describe('the plan’s limits', () => {
  it('limits concurrent interviews, even for 40 concurrent calls', async () => {
    const { token } = await registerCompany(node, { plan: 'professional' });

    const answers = await Promise.all(Array.from({ length: 40 }, () => start(token)));

    expect(counted(answers)).toEqual({ started: 5, refused: 35 });
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.error).toEqual({
      message: 'Your Professional plan includes 5 concurrent sessions. End a running session or choose a larger plan.',
      code: 'limit_reached',
    });
  });

  it('allows another interview after one ended', async () => {
    const owner = await registerCompany(node, { plan: 'starter' });
    const { room_code } = await quickStart(node, owner);
    expect((await start(owner.token)).status).toBe(409);

    await endInterview(node, owner, room_code);

    expect((await start(owner.token)).status).toBe(201);
  });

  it('counts the interviews started this month, including ended and deleted ones', async () => {
    const owner = await registerCompany(node, { plan: 'starter' });
    await noteStarts(owner.company.id, 18, new Date().toISOString());
    await noteStarts(owner.company.id, 30, lastMonth());

    const { id } = await quickStart(node, owner);
    await call(node.app, interviews.deleteInterview, { token: owner.token, params: { id } });
    const { room_code } = await quickStart(node, owner);
    await endInterview(node, owner, room_code);
    const { status, error } = await start(owner.token);

    expect(status).toBe(409);
    expect(error).toEqual({
      message: 'Your Starter plan includes 20 interviews a month. Choose a larger plan to start more.',
      code: 'limit_reached',
    });
    expect((await start(owner.token, room_code)).status).toBe(201);
  });

  it('does not count another company’s interviews', async () => {
    const one = await registerCompany(node, { plan: 'starter' });
    const other = await registerCompany(node, { plan: 'starter' });

    expect((await start(one.token)).status).toBe(201);
    expect((await start(other.token)).status).toBe(201);
  });
});

function lastMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) - 1).toISOString();
}

async function noteStarts(company_id: string, count: number, started_at: string): Promise<void> {
  const starts = Array.from({ length: count }, () => ({ interview_id: randomUUID(), company_id, started_at }));
  await node.ctx.db.insertInto('interview_starts').values(starts).execute();
}
