import { expect, inject, it } from 'vitest';
import { startRedis } from '../../testing/services/redis.ts';
import { until } from '../../testing/until.ts';
import { connectRedis } from './redis.ts';

/** Connects to a Redis and returns the log once both connections failed. */
async function troubleWith(url: string): Promise<string[]> {
  const logged: string[] = [];
  const connections = connectRedis(url, { warn: (what: object) => logged.push(JSON.stringify(what)) });
  await until('both to complain', () => logged.length >= 2);
  connections.close();
  return logged.slice(0, 2).toSorted();
}

it('logs the reason of a failed connection without address or password', async () => {
  expect(await troubleWith('redis://somebody:canary-secret@127.0.0.1:1')).toEqual([
    '{"code":"ECONNREFUSED","client":"commands"}',
    '{"code":"ECONNREFUSED","client":"subscriber"}',
  ]);
});

it('logs the kind of a refusal without its message', async () => {
  const redis = await startRedis();
  const admin = connectRedis(redis.url, { warn: () => {} });
  await until('the connection', () => admin.commands.status === 'ready');
  await admin.commands.config('SET', 'requirepass', 'canary-secret');
  try {
    expect(await troubleWith(redis.url)).toEqual([
      '{"code":"NOAUTH","client":"commands"}',
      '{"code":"NOAUTH","client":"subscriber"}',
    ]);
  } finally {
    admin.close();
    await redis.stop();
  }
});

it('knows whether all connections are there and how often one was lost, further ones included', async () => {
  const connections = connectRedis(inject('redisUrl'), { warn: () => {} });
  const further = connections.duplicate(connections.subscriber);
  expect(connections.areReady()).toBe(false);
  await until('the connections', () => connections.areReady());
  expect(connections.losses()).toBe(0);
  for (const client of [connections.commands, connections.subscriber, further]) {
    const before = connections.losses();
    client.disconnect(true);
    await until('the loss', () => connections.losses() > before);
    await until('its return', () => connections.areReady());
  }
  connections.close();
});
