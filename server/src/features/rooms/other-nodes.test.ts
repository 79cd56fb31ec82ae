import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { OtherNodes } from './other-nodes.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());
beforeEach(() => node.ctx.db.deleteFrom('room_nodes').execute());

/** Two nodes; the second gets the requests of the first, and replies when the test wants it. */
async function startNodes(leaseMs: number) {
  const asked: string[] = [];
  const wiring = { db: node.ctx.db, leaseMs, hears: () => true, ask: () => {}, reportGap: () => {} };
  const first = new OtherNodes({ ...wiring, ask: (key) => asked.push(key) });
  const second = new OtherNodes(wiring);
  for (const each of [first, second]) await each.renew();
  const decide = () => {
    const decision = { isConfirmed: false, done: first.act(null) };
    void decision.done.then(() => (decision.isConfirmed = true));
    return decision;
  };
  return { first, second, asked, decide };
}

const LONG_MS = 60_000;

it('confirms when the other node has replied', async () => {
  const { first, second, asked, decide } = await startNodes(LONG_MS);
  const decision = decide();
  await until('a repeated question', () => asked.length >= 2);
  first.heard('another question', second.id);
  expect(decision.isConfirmed).toBe(false);
  first.heard(String(asked[0]), second.id);
  await decision.done;
});

it('confirms once a deaf node has applied the stored state', async () => {
  const { second, asked, decide } = await startNodes(LONG_MS);
  const before = await second.renew();
  const decision = decide();
  await until('the question', () => asked.length >= 1);
  await before.markApplied();
  await until('another question', () => asked.length >= 3);
  expect(decision.isConfirmed).toBe(false);
  const { markApplied } = await second.renew();
  await markApplied();
  await decision.done;
});

it('confirms when the lease of a node that died is over', async () => {
  const { second, decide } = await startNodes(LONG_MS);
  const decision = decide();
  await node.ctx.db
    .updateTable('room_nodes')
    .set({ seen_at: sql<string>`now() - interval '61 seconds'` })
    .where('id', '=', second.id)
    .execute();
  await expect(decision.done).resolves.toBeUndefined();
});

it('confirms without others, also after they have stopped', async () => {
  const { second, decide } = await startNodes(LONG_MS);
  await second.close();
  await expect(decide().done).resolves.toBeUndefined();
});

it('gives up its lease after a decision that it could not apply, until it has applied the state', async () => {
  const { db } = node.ctx;
  const late = new OtherNodes({ db, leaseMs: 400, hears: () => true, ask: () => {}, reportGap: () => {} });
  await late.renew();
  late.missedDecision();
  await until('the loss', () => late.isLost);
  const { markApplied } = await late.renew();
  expect(late.isLost).toBe(true);
  await markApplied();
  expect(late.isLost).toBe(false);
});

it('knows whether another node is cut off', async () => {
  const { db } = node.ctx;
  let hears = false;
  const wiring = { db, leaseMs: LONG_MS, ask: () => {}, reportGap: () => {} };
  const [well, cutOff] = [
    new OtherNodes({ ...wiring, hears: () => true }),
    new OtherNodes({ ...wiring, hears: () => hears }),
  ];
  await cutOff.renew();
  expect((await well.renew()).isOtherCutOff).toBe(true);
  expect((await cutOff.renew()).isOtherCutOff).toBe(false);
  hears = true;
  await cutOff.renew();
  expect((await well.renew()).isOtherCutOff).toBe(false);
});

it('gives up its lease without other nodes and database', async () => {
  const { db } = node.ctx;
  let hears = true;
  const lost = new OtherNodes({ db, leaseMs: 400, hears: () => hears, ask: () => {}, reportGap: () => {} });
  await lost.renew();
  hears = false;
  expect(lost.isLost).toBe(false);
  await until('the loss', () => lost.isLost);
  const { markApplied } = await lost.renew();
  expect(lost.isLost).toBe(true);
  await markApplied();
  expect(lost.isLost).toBe(false);
});
