import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { startPostgres } from '../../testing/services/postgres.ts';
import type { TestService } from '../../testing/services/service.ts';
import { DatabaseAwayError, waitForDatabase } from './wait-for-database.ts';

let postgres: TestService;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0)) await close();
});

function open(databaseUrl: string): Database {
  const { db, close } = openDatabase({ databaseUrl, dataDir: '/nowhere' }, { error: () => {} });
  closing.push(close);
  return db;
}

test('returns at once when the database answers', async () => {
  const warn = vi.fn<() => void>();
  await waitForDatabase(open(postgres.url), { warn });
  expect(warn).not.toHaveBeenCalled();
});

test('waits for a database that starts later, and logs it once', async () => {
  await postgres.kill();
  const warn = vi.fn<() => void>();
  let isThere = false;
  const waiting = waitForDatabase(open(postgres.url), { warn }).then(() => (isThere = true));
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(isThere).toBe(false);
  await postgres.restart();
  await waiting;
  expect(warn).toHaveBeenCalledExactlyOnceWith('waiting for the database');
});

test('waits for a host that has no address yet', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const waiting = waitForDatabase(open('postgres://postgres@database.invalid/app'), { warn: () => {} });
  vi.setSystemTime(Date.now() + 61_000);
  await expect(waiting).rejects.toThrow(DatabaseAwayError);
});

test('gives up on an unreachable database with a one-line message', async () => {
  await postgres.kill();
  vi.useFakeTimers({ toFake: ['Date'] });
  const waiting = waitForDatabase(open(postgres.url), { warn: () => {} });
  vi.setSystemTime(Date.now() + 61_000);
  await expect(waiting).rejects.toThrow(new DatabaseAwayError('The database did not answer for 60 seconds.'));
  await postgres.restart();
});

test('does not retry when the database refuses the connection', async () => {
  const url = new URL(postgres.url);
  url.pathname = '/no_such_database';
  await expect(waitForDatabase(open(url.href), { warn: () => {} })).rejects.toThrow('does not exist');
});
