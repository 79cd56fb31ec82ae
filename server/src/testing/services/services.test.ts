import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { createEmptyDatabase } from '../test-database.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';

describe('the Postgres of a test run', () => {
  it('creates an empty database for each caller', async () => {
    const [one, other] = await Promise.all([createEmptyDatabase(), createEmptyDatabase()]);
    await query(one.url, 'CREATE TABLE mark (n int)');
    expect(await query(other.url, "SELECT to_regclass('mark') AS found")).toEqual([{ found: null }]);
    await Promise.all([one.drop(), other.drop()]);
    await expect(query(one.url, 'SELECT 1')).rejects.toThrow(/does not exist/);
  });

  it('keeps commits when it is killed', async () => {
    const postgres = await startPostgres({ durable: true });
    onTestFinished(() => postgres.stop());
    await query(postgres.url, 'CREATE TABLE mark AS SELECT 7 AS n');
    await postgres.kill();
    await expect(query(postgres.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED|ENOENT/);
    await postgres.restart();
    expect(await query(postgres.url, 'SELECT n FROM mark')).toEqual([{ n: 7 }]);
  });

  it('starts once for two concurrent restarts', async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    await postgres.kill();
    await Promise.all([postgres.restart(), postgres.restart()]);
    expect(await query(postgres.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });
});

describe('the Redis of a test run', () => {
  it('replies', async () => {
    const redis = connect(inject('redisUrl'));
    expect(await redis.ping()).toBe('PONG');
  });

  it('does not reply while paused, and restarts at the same address', async () => {
    const service = await startRedis();
    onTestFinished(() => service.stop());
    const redis = connect(service.url);
    service.pause();
    const answer = redis.ping();
    expect(await Promise.race([answer, sleep(150, 'silent')])).toBe('silent');
    service.resume();
    expect(await answer).toBe('PONG');
    await service.kill();
    await service.restart();
    expect(await redis.ping()).toBe('PONG');
  });
});

function connect(url: string): Redis {
  const redis = new Redis(url);
  redis.on('error', () => {});
  onTestFinished(() => redis.disconnect());
  return redis;
}

async function query(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    await client.end();
  }
}
