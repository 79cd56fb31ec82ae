import { deleteDB, openDB } from 'idb';
import type { DBSchema } from 'idb';
import { beforeEach, expect, test } from 'vitest';
import { resetIndexedDb } from '../../testing/fake-indexed-db.ts';
import { watchConnections } from '../../testing/watch-connections.ts';
import { DeviceConnection, inDatabase } from './device-connection.ts';
import type { DatabaseOnDevice } from './device-connection.ts';

interface Words extends DBSchema {
  words: { key: string; value: string };
}

const WORDS: DatabaseOnDevice<Words> = {
  name: 'words',
  version: 1,
  upgrade: (database) => void database.createObjectStore('words'),
};

beforeEach(resetIndexedDb);

test('deletes a database while a page keeps its connection', async () => {
  const connection = new DeviceConnection(WORDS);
  await connection.run((database) => database.put('words', 'one', '1'));
  await deleteDB('words');
  expect(await connection.run((database) => database.getAll('words'))).toEqual([]);
  await connection.close();
});

test('lets a later release’s tab upgrade, and then refuses writes', async () => {
  const connection = new DeviceConnection(WORDS);
  await connection.run((database) => database.put('words', 'one', '1'));
  const later = await openDB<Words>('words', 2);
  expect(await later.getAll('words')).toEqual(['one']);
  await expect(connection.run((database) => database.put('words', 'two', '2'))).rejects.toThrow('version');
  later.close();
});

test('waits for an earlier release’s tab, then upgrades its rows', async () => {
  const earlier = await openDB<Words>('words', 1, { upgrade: WORDS.upgrade });
  await earlier.put('words', 'one', '1');
  const upgraded = inDatabase<Words, string[]>({ ...WORDS, version: 2, upgrade: () => undefined }, (database) =>
    database.getAll('words'),
  );
  let isDone = false;
  void upgraded.then(() => (isDone = true));
  await earlier.put('words', 'two', '2');
  expect(isDone).toBe(false);
  earlier.close();
  expect(await upgraded).toEqual(['one', 'two']);
});

test('repeats work once if the browser closed the connection silently', async () => {
  const killConnections = watchConnections();
  let times = 0;
  const write = inDatabase(WORDS, async (database) => {
    await database.getAll('words');
    if (++times === 1) killConnections();
    return database.put('words', 'one', '1');
  });
  expect([await write, times]).toEqual(['1', 2]);
});

test('runs work once that a full device refuses', async () => {
  let times = 0;
  const write = inDatabase(WORDS, () => {
    times++;
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(write).rejects.toThrow('full');
  expect(times).toBe(1);
  // An open connection of an earlier release would hold it, because it does not handle this event.
  let isBlocked = false;
  await deleteDB('words', { blocked: () => (isBlocked = true) });
  expect(isBlocked).toBe(false);
});

test('opens again once the device grants storage that it refused', async () => {
  const open = indexedDB.open.bind(indexedDB);
  const connection = new DeviceConnection(WORDS);
  indexedDB.open = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  await expect(connection.run((database) => database.getAll('words'))).rejects.toThrow('refused');
  indexedDB.open = open;
  expect(await connection.run((database) => database.getAll('words'))).toEqual([]);
  await connection.close();
});
