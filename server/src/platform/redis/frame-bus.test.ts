import { afterAll, beforeAll, expect, inject, test } from 'vitest';
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

/** Listens to a channel of its own; what it is told is in `told`, and `say` is a frame or mark that arrives. */
async function listen(name: string) {
  const told: string[] = [];
  await bus.listen(name, { onFrame: ({ payload }) => told.push(payload), onGap: () => told.push('gap') });
  return { told, say: (frame: string) => elsewhere.commands.publish(name, frame) };
}

test('who missed a frame is told at once, and again while it may still be on its way to be written down', async () => {
  const { told, say } = await listen('missed');
  await say('node-1|1|first');
  await say('node-1|3|third');
  await until('the gap', () => told.length >= 3);
  expect(told.slice(0, 3)).toEqual(['first', 'third', 'gap']);
  await until('the gap, again and again', () => told.length >= 5);
  expect(told.slice(3)).toEqual(['gap', 'gap']);
});

test('who missed nothing is told of no gap, and who left of nothing', async () => {
  const whole = await listen('whole');
  for (const frame of ['node-2|1|first', 'node-2|2|second', 'node-2|2|', 'node-3|1|of another']) await whole.say(frame);
  const left = await listen('left');
  await left.say('node-2|2|');
  await until('the gap', () => left.told.length >= 1);
  bus.leave('left');
  const before = left.told.length;
  await left.say('node-2|4|');
  // What is told again is told all channels at the same moment.
  const missed = await listen('missed again');
  await missed.say('node-2|2|');
  await until('the telling again', () => missed.told.length >= 2);
  expect(whole.told).toEqual(['first', 'second', 'of another']);
  expect(left.told).toHaveLength(before);
});

test('a frame that is lost after a channel was left and listened to again is missed like any other', async () => {
  const { told } = await listen('reopened');
  const nobody = { onFrame: () => {}, onGap: () => {} };
  const publish = (...payloads: string[]) => payloads.forEach((payload) => other.publish('reopened', () => payload));
  await other.listen('reopened', nobody);
  publish('1', '2', '3');
  await until('the frames', () => told.length === 3);
  other.leave('reopened');
  await other.listen('reopened', nobody);
  elsewhere.commands.disconnect();
  await until('the loss', () => elsewhere.commands.status === 'end');
  publish('lost');
  await elsewhere.commands.connect();
  publish('found');
  await until('the gap', () => told.includes('gap'));
  expect(told.slice(0, 5)).toEqual(['1', '2', '3', 'found', 'gap']);
});
