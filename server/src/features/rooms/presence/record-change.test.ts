import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { quickStart, registerCompany } from '../../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { readTimeline } from '../../timeline/timeline.service.ts';
import type { EmitEvent } from '../room-member.ts';
import { announceLeave } from '../rooms.service.ts';
import type { Presence } from './presence.ts';
import { recordChange } from './record-change.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => node.close());

/** A participant whose arrival is recorded, in a room of which the test decides whether they are in it. */
async function startPresence() {
  const { id: interviewId } = await quickStart(node, await registerCompany(node, { plan: 'enterprise' }));
  const participant = { id: randomUUID(), name: 'Ada', type: 'candidate' as const, authenticated: true };
  const state = { isHere: true };
  const presence: Presence = {
    list: async () => (state.isHere ? [participant] : []),
    enter: async () => true,
    leave: () => {},
    forget: () => {},
    close: () => {},
  };
  await recordChange(node.ctx, presence, { interviewId, participant, isThere: true });
  const kinds = async () => {
    const found: string[] = [];
    for await (const { participantId, kind } of readTimeline(node.ctx.db, interviewId))
      if (participantId === participant.id) found.push(kind);
    return found;
  };
  return { interviewId, participant, state, presence, kinds };
}

/** Runs a task while no event can be recorded. */
async function withoutTimeline(task: () => Promise<void>): Promise<void> {
  await sql`alter table timeline_events rename to renamed`.execute(node.ctx.db);
  try {
    await task();
  } finally {
    await sql`alter table renamed rename to timeline_events`.execute(node.ctx.db);
  }
}

test('records that a participant is back whose departure another node found', async () => {
  const { interviewId, participant, presence, kinds } = await startPresence();
  const emitted: unknown[][] = [];
  const emit: EmitEvent = (event, ...data) => void emitted.push([event, ...data]);

  await announceLeave(node.ctx, presence, emit, interviewId, participant);

  expect(await kinds()).toEqual(['joined', 'left', 'joined']);
  const lists = () => emitted.filter(([event]) => event === 'participantList');
  await expect.poll(lists).toMatchObject([
    ['participantList', {}],
    ['participantList', { participants: [{ name: 'Ada', number: 2 }] }],
  ]);
});

test('retries a presence once, however often it changes in an outage', async () => {
  const { interviewId, participant, presence } = await startPresence();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await withoutTimeline(async () => {
    for (const isThere of [false, true, false])
      await recordChange(node.ctx, presence, { interviewId, participant, isThere });
  });
  expect(timers.mock.calls.filter(([, ms]) => ms === 5_000)).toHaveLength(1);
  timers.mockRestore();
});

test('records a presence after an outage of the database as it is then', async () => {
  const { interviewId, participant, state, presence, kinds } = await startPresence();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldClearNativeTimers: true });
  const record = (isThere: boolean) =>
    withoutTimeline(() => recordChange(node.ctx, presence, { interviewId, participant, isThere }));
  await record(true);
  state.isHere = false;
  vi.runOnlyPendingTimers();
  await expect.poll(kinds).toEqual(['joined', 'left']);
  await record(false);
  state.isHere = true;
  vi.runOnlyPendingTimers();
  await expect.poll(kinds).toEqual(['joined', 'left', 'joined']);
});
