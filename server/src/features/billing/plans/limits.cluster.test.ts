import * as interviewers from '@cip/contracts/accounts/interviewers';
import * as interviews from '@cip/contracts/interviews/interviews';
import * as planning from '@cip/contracts/interviews/planning';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newEmail, newRoomCode, PASSWORD, registerCompany, scheduleInterview } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases/test-database.ts';

/** How often each race runs. */
const ROUNDS = 10;

let database: TestDatabase;
let nodes: [TestApp, TestApp];
beforeAll(async () => {
  database = await createTestDatabase();
  const first = await startTestApp({ databaseUrl: database.url });
  nodes = [first, await startTestApp({ databaseUrl: database.url })];
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.drop();
});

const nodeOf = (n: number) => (n % 2 === 0 ? nodes[0] : nodes[1]);

async function race(times: number, click: (node: TestApp) => Promise<{ status: number; headers: unknown }>) {
  const answers = await Promise.all(Array.from({ length: times }, (_, n) => click(nodeOf(n))));
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  return { done: count(201) + count(200), refused: count(409) };
}

it('never exceeds the concurrent sessions of the plan on two nodes', { tags: ['long'] }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { token } = await registerCompany(nodes[0], { plan: 'professional' });

    const outcome = await race(24, ({ app }) =>
      call(app, planning.quickStart, { token, body: { room_code: newRoomCode() } }),
    );

    expect(outcome).toEqual({ done: 5, refused: 19 });
  }
});

it('counts quick starts and starts of planned interviews against the same limit', async () => {
  const owner = await registerCompany(nodes[0], { plan: 'professional' });
  const planned = await Promise.all(Array.from({ length: 12 }, () => scheduleInterview(nodes[0], owner)));
  const { token } = owner;
  let n = 0;

  const outcome = await race(24, ({ app }) =>
    n++ < 12
      ? call(app, planning.startInterview, { token, params: { id: planned[n - 1]?.id ?? '' } })
      : call(app, planning.quickStart, { token, body: { room_code: newRoomCode() } }),
  );

  expect(outcome).toEqual({ done: 5, refused: 19 });
});

it('never exceeds the interviews of a month, even if each ends immediately', { tags: ['long'] }, async () => {
  const { token } = await registerCompany(nodes[0], { plan: 'starter' });
  const startAndEnd = async ({ app }: TestApp) => {
    const room_code = newRoomCode();
    const answer = await call(app, planning.quickStart, { token, body: { room_code } });
    if (answer.status === 201) await call(app, interviews.endInterview, { token, params: { room_code } });
    return answer;
  };
  let done = 0;
  for (let round = 0; round < 30; round++) done += (await race(4, startAndEnd)).done;

  expect(done).toBe(20);
});

it('never exceeds the interviewers of the plan', { tags: ['long'] }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { token } = await registerCompany(nodes[0], { plan: 'starter' });

    const outcome = await race(8, ({ app }) => {
      const body = { name: 'Ida', email: newEmail(), password: PASSWORD, role: 'interviewer' };
      return call(app, interviewers.createInterviewer, { token, body });
    });

    expect(outcome).toEqual({ done: 2, refused: 6 });
  }
});

it('never exceeds the monthly limit with planned interviews', { tags: ['long'] }, async () => {
  const { token } = await registerCompany(nodes[0], { plan: 'starter' });
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();

  const outcome = await race(30, ({ app }) => {
    const body = { room_code: newRoomCode(), candidate_name: 'Ada', scheduled_at };
    return call(app, planning.scheduleInterview, { token, body });
  });

  expect(outcome).toEqual({ done: 20, refused: 10 });
  const body = { room_code: newRoomCode(), candidate_name: 'Ada', scheduled_at };
  expect((await call(nodes[0].app, planning.scheduleInterview, { token, body })).error).toEqual({
    message:
      'Your Starter plan includes 20 scheduled sessions at a time. Start or cancel one, or choose a larger plan.',
    code: 'limit_reached',
  });
});

it('keeps what exists under a smaller plan and refuses anything more', async () => {
  const { token, company } = await registerCompany(nodes[0], { plan: 'professional' });
  const start = ({ app }: TestApp) => call(app, planning.quickStart, { token, body: { room_code: newRoomCode() } });
  await race(3, start);
  const { db } = nodes[0].ctx;
  const { id: plan_id } = await db
    .selectFrom('plans')
    .select('id')
    .where('slug', '=', 'starter')
    .executeTakeFirstOrThrow();
  await db.updateTable('subscriptions').set({ plan_id }).where('company_id', '=', company.id).execute();

  const { data } = (await call(nodes[1].app, interviews.listInterviews, { token })).reply;
  expect(data.map(({ status }) => status)).toEqual(['active', 'active', 'active']);
  expect((await start(nodes[1])).error.message).toBe(
    'Your Starter plan includes 1 concurrent session. End a running session or choose a larger plan.',
  );
});
