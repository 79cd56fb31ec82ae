import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startRedis } from '../../testing/services/redis.ts';
import { until } from '../../testing/until.ts';
import { FrameBus } from './frame-bus.ts';
import { connectRedis, type RedisConnections } from './redis.ts';

const log = { warn: () => {} };
let redis: RedisConnections;
let elsewhere: RedisConnections;
let bus: FrameBus;
let other: FrameBus;
beforeAll(async () => {
  redis = connectRedis(inject('redisUrl'), log);
  elsewhere = connectRedis(inject('redisUrl'), log);
  bus = new FrameBus(redis, log);
  other = new FrameBus(elsewhere, log);
  const all = [redis, elsewhere].flatMap(({ commands, subscriber }) => [commands, subscriber]);
  await until('the connections', () => all.every(({ status }) => status === 'ready'));
});
afterAll(() => {
  for (const each of [bus, other, redis, elsewhere]) each.close();
});

/** Listens to a channel. `calls` records frames and gaps; `deliver` publishes a frame or mark of another node. */
async function listen(name: string) {
  const calls: string[] = [];
  await bus.listen(name, { onFrame: ({ payload }) => calls.push(payload), onGap: () => calls.push('gap') });
  return { calls, deliver: (frame: string) => elsewhere.commands.publish(name, frame) };
}

test(
  'reports a gap immediately and again later, when the missed edit may have been committed',
  { tags: ['long'] },
  async () => {
    const { calls, deliver } = await listen('missed');
    await deliver('node-1|1|first');
    await deliver('node-1|3|third');
    await until('the gap', () => calls.length >= 3);
    expect(calls.slice(0, 3)).toEqual(['first', 'third', 'gap']);
    await until('the repeated reports', () => calls.length >= 5);
    expect(calls.slice(3)).toEqual(['gap', 'gap']);
  },
);

test('reports gaps while another node cannot send', async () => {
  const { calls } = await listen('incomplete');
  bus.expectGaps(true);
  await until('the reports', () => calls.length >= 2);
  bus.expectGaps(false);
  expect(new Set(calls)).toEqual(new Set(['gap']));
});

test('reports no gap without a missed frame, and nothing after leaving', async () => {
  const whole = await listen('whole');
  for (const frame of ['node-2|1|first', 'node-2|2|second', 'node-2|2|', 'node-3|1|of another'])
    await whole.deliver(frame);
  const left = await listen('left');
  await left.deliver('node-2|2|');
  await until('the gap', () => left.calls.length >= 1);
  bus.leave('left');
  const before = left.calls.length;
  await left.deliver('node-2|4|');
  // Repeated reports reach all channels in the same run.
  const missed = await listen('missed again');
  await missed.deliver('node-2|2|');
  await until('the repeated report', () => missed.calls.length >= 2);
  expect(whole.calls).toEqual(['first', 'second', 'of another']);
  expect(left.calls).toHaveLength(before);
});

test('reports a frame that was lost after the sender subscribed again', async () => {
  const { calls } = await listen('reopened');
  const ignore = { onFrame: () => {}, onGap: () => {} };
  const publish = (...payloads: string[]) => payloads.forEach((payload) => other.publish('reopened', () => payload));
  await other.listen('reopened', ignore);
  publish('1', '2', '3');
  await until('the frames', () => calls.length === 3);
  other.leave('reopened');
  await other.listen('reopened', ignore);
  elsewhere.commands.disconnect();
  await until('the loss', () => elsewhere.commands.status === 'end');
  publish('lost');
  await elsewhere.commands.connect();
  publish('found');
  await until('the gap', () => calls.includes('gap'));
  expect(calls.slice(0, 5)).toEqual(['1', '2', '3', 'found', 'gap']);
});

/** Runs a task on a bus over a Redis of its own, which can fall silent. */
async function withRedisOfItsOwn(
  task: (own: {
    redis: Awaited<ReturnType<typeof startRedis>>;
    connections: RedisConnections;
    bus: FrameBus;
  }) => Promise<void>,
): Promise<void> {
  const own = await startRedis();
  const connections = connectRedis(own.url, log);
  const listening = new FrameBus(connections, log);
  try {
    await until('the connection', () => connections.subscriber.status === 'ready');
    await task({ redis: own, connections, bus: listening });
  } finally {
    listening.close();
    connections.close();
    await own.stop();
  }
}

test('treats a silent Redis like one that is away, and reports gaps until it is back', { tags: ['long'] }, () =>
  withRedisOfItsOwn(async ({ redis: silent, connections, bus: listening }) => {
    let gaps = 0;
    await listening.listen('silent', { onFrame: () => {}, onGap: () => gaps++ });
    silent.pause();
    listening.publish('silent', () => 'unheard');
    await until('the gaps', () => gaps >= 3);
    expect(connections.commands.status).not.toBe('ready');
    silent.resume();
    await until('its return', () => connections.commands.status === 'ready');
  }),
);

test('does not wait for a silent Redis, and reports a gap once it replies', { tags: ['long'] }, () =>
  withRedisOfItsOwn(async ({ redis: silent, bus: listening }) => {
    silent.pause();
    let gaps = 0;
    await listening.listen('late', { onFrame: () => {}, onGap: () => gaps++ });
    expect(gaps).toBe(0);
    silent.resume();
    await until('the gap', () => gaps > 0);
  }),
);
