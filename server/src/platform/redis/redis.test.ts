import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
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

/** Starts a server that replies to each command of a client with a line, or with nothing if that is null. */
async function fakeRedis(replyTo: (command: string) => string | null) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      for (const [, command] of String(data).matchAll(/^\*\d+\r\n\$\d+\r\n(\w+)\r$/gm)) {
        const reply = replyTo(command ?? '');
        if (reply !== null) socket.write(`${reply}\r\n`);
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    host: `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    dropConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => server.close(),
  };
}

it('names REDIS_URL, the host and the reason of a failed connection once, without the password', async () => {
  expect(await troubleWith('redis://somebody:canary-secret@127.0.0.1:1')).toEqual([
    { code: 'ECONNREFUSED' },
    'REDIS_URL: no connection to Redis at 127.0.0.1:1: ECONNREFUSED. This node goes on without it, and tries again.',
  ]);
});

it('names a Redis that refuses the password', async () => {
  const { host, close } = await fakeRedis(() => '-WRONGPASS canary-secret');
  try {
    expect(await troubleWith(`redis://:canary-secret@${host}`)).toEqual([
      { code: 'WRONGPASS' },
      `REDIS_URL: Redis at ${host} refused the connection: WRONGPASS.`,
    ]);
  } finally {
    close();
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

it('closes cleanly while a lost connection subscribes again', async () => {
  // The node logs it as an error, and a test run fails by it.
  const unhandled: unknown[] = [];
  const record = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', record);
  let subscriptions = 0;
  const server = await fakeRedis((command) => {
    if (command !== 'subscribe') return '+OK';
    // Confirmed the first time only.
    return ++subscriptions <= 2 ? '*3\r\n$9\r\nsubscribe\r\n$6\r\nframes\r\n:1' : null;
  });
  const connections = connectRedis(`redis://${server.host}`, { warn: () => {} });
  const clients = [connections.subscriber, connections.duplicate(connections.subscriber)];
  try {
    await Promise.all(clients.map((client) => client.subscribe('frames')));
    server.dropConnections();
    await until('the subscriptions again', () => subscriptions === 4);
    connections.close();
    await until('the end', () => clients.every(({ status }) => status === 'end'));
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', record);
    server.close();
  }
});
