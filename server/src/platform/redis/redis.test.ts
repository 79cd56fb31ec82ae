import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, inject, it } from 'vitest';
import { startRedis } from '../../testing/services/redis.ts';
import { until } from '../../testing/until.ts';
import { connectRedis } from './redis.ts';

/** Connects to Redis and returns the log once both connections failed several times. */
async function troubleWith(url: string): Promise<unknown[]> {
  const logged: unknown[] = [];
  const connections = connectRedis(url, { warn: (...line: unknown[]) => logged.push(...line) });
  await until('both to fail', () => connections.losses() >= 8);
  connections.close();
  return logged;
}

it('names REDIS_URL, the host and the reason of a failed connection once, without the password', async () => {
  expect(await troubleWith('redis://somebody:canary-secret@127.0.0.1:1')).toEqual([
    { code: 'ECONNREFUSED' },
    'REDIS_URL: no connection to Redis at 127.0.0.1:1: ECONNREFUSED. This node goes on without it, and tries again.',
  ]);
});

it('names a Redis that refuses the password', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      for (const _ of String(data).matchAll(/^\*\d+\r$/gm)) socket.write('-WRONGPASS canary-secret\r\n');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  try {
    expect(await troubleWith(`redis://:canary-secret@${host}`)).toEqual([
      { code: 'WRONGPASS' },
      `REDIS_URL: Redis at ${host} refused the connection: WRONGPASS.`,
    ]);
  } finally {
    server.close();
  }
});

it('logs the kind of a refusal without its message', async () => {
  const redis = await startRedis();
  const admin = connectRedis(redis.url, { warn: () => {} });
  await until('the connection', () => admin.commands.status === 'ready');
  await admin.commands.config('SET', 'requirepass', 'canary-secret');
  try {
    expect(await troubleWith(redis.url)).toEqual([
      { code: 'NOAUTH' },
      `REDIS_URL: Redis at ${redis.url.slice('unix://'.length)} refused the connection: NOAUTH.`,
    ]);
  } finally {
    admin.close();
    await redis.stop();
  }
});

it('logs a failure again after there was a connection', async () => {
  const redis = await startRedis();
  const logged: unknown[] = [];
  const connections = connectRedis(redis.url, { warn: (line: unknown) => logged.push(line) });
  try {
    for (let outage = 0; outage < 2; outage++) {
      await until('the connections', () => connections.areReady());
      logged.splice(0);
      await redis.kill();
      await expect.poll(() => logged.length, { timeout: 10_000 }).toBeGreaterThan(0);
      await redis.restart();
    }
  } finally {
    connections.close();
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
