import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { holdTransaction } from '../../testing/databases/hold-transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases/test-database.ts';

let postgres: TestDatabase | undefined;
const ask = (db: Database) => sql`select 1`.execute(db);
beforeAll(async () => {
  postgres = await createTestDatabase();
});
afterAll(() => postgres?.drop());

test('serves requests while rooms use all connections of their pool', async () => {
  const { db, roomDb, close } = openDatabase({ databaseUrl: postgres?.url ?? '', dataDir: '' }, console);
  const held = await Promise.all(Array.from({ length: 4 }, () => holdTransaction(roomDb, ask)));
  const waiting = Promise.all(Array.from({ length: 100 }, () => ask(roomDb)));
  try {
    expect(await ask(db)).toMatchObject({ rows: [{}] });
  } finally {
    await Promise.all(held.map((commit) => commit()));
    await waiting;
    await close();
  }
});

describe('the embedded database', { tags: ['long'] }, () => {
  let folder: string;
  let embedded: ReturnType<typeof openDatabase>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cip-share-'));
    embedded = openDatabase({ databaseUrl: null, dataDir: folder }, console);
    await ask(embedded.db);
  });
  afterAll(async () => {
    await embedded.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('alternates requests and rooms, however many wait', async () => {
    const { db, roomDb } = embedded;
    const answered: string[] = [];
    const rooms = Array.from({ length: 100 }, () => ask(roomDb).then(() => answered.push('room')));
    const calls = Array.from({ length: 3 }, () => ask(db).then(() => answered.push('call')));
    await Promise.all([...rooms, ...calls]);
    expect(answered.lastIndexOf('call')).toBeLessThan(8);
    expect(answered).toHaveLength(103);
  });

  test('runs one transaction at a time', async () => {
    const { db, roomDb } = embedded;
    const seen: string[] = [];
    const commit = await holdTransaction(roomDb, ask);
    const call = ask(db).then(() => seen.push('call'));
    const over = commit().then(() => seen.push('room'));
    await Promise.all([call, over]);
    expect(seen).toEqual(['room', 'call']);
  });
});

test('cancels long statements and silent transactions of requests and rooms, not of migrations and restores', async () => {
  const { db, roomDb, maintenanceDb, close } = openDatabase({ databaseUrl: postgres?.url ?? '', dataDir: '' }, console);
  const timeouts = async (of: Database) => {
    const shown = sql`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as silence`;
    return (await shown.execute(of)).rows;
  };
  expect(await Promise.all([db, roomDb, maintenanceDb].map(timeouts))).toEqual(
    ['15s', '15s', '0'].map((time) => [{ statement: time, silence: time }]),
  );
  await close();
});
