import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from 'socket.io';
import { expect, test } from 'vitest';
import { startRedis } from '../../testing/services/redis.ts';
import { connectRedis } from './redis.ts';
import { socketAdapter } from './socket-adapter.ts';

test('closes cleanly before Redis has answered', async () => {
  const redis = await startRedis();
  // An unhandled rejection would crash the process.
  const untaken: unknown[] = [];
  const take = (reason: unknown) => untaken.push(reason);
  process.on('unhandledRejection', take);
  try {
    redis.pause();
    const connections = connectRedis(redis.url, { warn: () => {} });
    const { adapter, close } = socketAdapter(connections);
    const io = new Server(0, { adapter });
    await sleep(50);
    await io.close();
    close();
    connections.close();
    await redis.kill();
    await sleep(50);
    expect(untaken).toEqual([]);
  } finally {
    process.off('unhandledRejection', take);
    await redis.stop();
  }
});
