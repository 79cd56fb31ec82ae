import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { until } from '../testing/until.ts';
import { FrameBus } from './frame-bus.ts';
import { connectRedis, type RedisConnections } from './redis.ts';

const log = { warn: () => {} };
let redis: RedisConnections;
let elsewhere: RedisConnections;
let bus: FrameBus;
beforeAll(async () => {
  redis = connectRedis(inject('redisUrl'), log);
  elsewhere = connectRedis(inject('redisUrl'), log);
  bus = new FrameBus(redis, log);
  await until('the connections', () => [redis, elsewhere].every(({ commands }) => commands.status === 'ready'));
});
afterAll(() => {
  bus.close();
  redis.close();
  elsewhere.close();
});

/** Listens to a channel of its own; what it is told is in `told`, and `say` is another node's frame or mark. */
async function listen(name: string) {
  const told: string[] = [];
  await bus.listen(name, { onFrame: ({ payload }) => told.push(payload), onGap: () => told.push('gap') });
  return { told, say: (frame: string) => elsewhere.commands.publish(name, frame) };
}

test('who missed a frame is told at once, and again while it may still be on its way to be written down', async () => {
  const { told, say } = await listen('missed');
  await say('node-1|1|first');
  await say('node-1|3|third');
  await until('the gap', () => told.length === 3);
  expect(told).toEqual(['first', 'third', 'gap']);
  await until('the gap, again and again', () => told.length === 6);
  expect(told.slice(3)).toEqual(['gap', 'gap', 'gap']);
  bus.leave('missed');
});

test('who missed nothing is told of no gap', async () => {
  const { told, say } = await listen('whole');
  for (const frame of ['node-2|1|first', 'node-2|2|second', 'node-2|2|', 'node-3|1|of another']) await say(frame);
  // A mark comes each second, with what there is to tell again.
  const busy = await listen('busy');
  await busy.say('node-2|2|');
  await until('the telling again', () => busy.told.length === 3);
  expect(told).toEqual(['first', 'second', 'of another']);
});
