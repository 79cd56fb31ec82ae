import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { OperatorError } from '../operator-error.ts';
import { openDatabase } from './database.ts';
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

function wait(databaseUrl: string, warn: (line: string) => void = () => {}): Promise<void> {
  const settings = { databaseUrl, dataDir: '/nowhere' };
  const { db, close } = openDatabase(settings, { error: () => {} });
  closing.push(close);
  return waitForDatabase(db, { warn }, settings);
}

test('returns immediately if the database answers', async () => {
  const warn = vi.fn<() => void>();
  await wait(postgres.url, warn);
  expect(warn).not.toHaveBeenCalled();
});

test('waits for a database that starts later, and logs it once', async () => {
  await postgres.kill();
  const warn = vi.fn<(line: string) => void>();
  let isThere = false;
  const waiting = wait(postgres.url, warn).then(() => (isThere = true));
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(isThere).toBe(false);
  await postgres.restart();
  await waiting;
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^waiting for the database at \S+: \S/));
});

test('waits for a host that has no address yet', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const waiting = wait('postgres://postgres:pa55word@database.invalid/app');
  vi.setSystemTime(Date.now() + 61_000);
  await expect(waiting).rejects.toThrow(
    /^DATABASE_URL: the database at database\.invalid:5432\/app did not answer for 60 seconds: .*database\.invalid\.$/,
  );
  await expect(waiting).rejects.not.toThrow('pa55word');
});

test('gives up on an unreachable database with a one-line message', async () => {
  await postgres.kill();
  vi.useFakeTimers({ toFake: ['Date'] });
  const waiting = wait(postgres.url);
  vi.setSystemTime(Date.now() + 61_000);
  await expect(waiting).rejects.toThrow(DatabaseAwayError);
  await expect(waiting).rejects.toThrow(
    /^DATABASE_URL: the database at [^\n]* did not answer for 60 seconds: connect [^\n]*\.$/,
  );
  await postgres.restart();
});

test('names the database that refuses the connection, and why, without a further try', async () => {
  const url = new URL(postgres.url);
  url.pathname = '/no_such_database';
  const refused = wait(url.href);
  await expect(refused).rejects.toThrow(OperatorError);
  await expect(refused).rejects.toThrow(
    /^DATABASE_URL: the database at [^\n]*\/no_such_database refused the connection: [^\n]*does not exist\.$/,
  );
});
