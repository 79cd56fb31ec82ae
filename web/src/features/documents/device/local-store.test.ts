import '../../../testing/fake-indexed-db.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { LocalStore } from './local-store.ts';
import { watchConnections } from '../../../testing/watch-connections.ts';

const EDIT = { id: 'edit-1', update: new Uint8Array([1]) };

afterEach(() => vi.restoreAllMocks());

/** Opens a store of one participant, whom no other test has. */
const openStore = (onStored = (_isStored: boolean) => {}, participant = 'p-1') =>
  new LocalStore('private-room-abc123def', participant, onStored);

/** Adopts the edits of closed tabs as the sync does, and returns their ids. */
async function adopt(store: LocalStore): Promise<string[]> {
  const ids: string[] = [];
  await store.adopt((edits) => {
    for (const edit of edits) store.put(edit);
    ids.push(...edits.map(({ id }) => id));
  });
  return ids;
}

/** Makes each write fail as on a full disk, which aborts its transaction. */
function fillDisk(): void {
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value: unknown) {
    const request = put.call(this, value);
    this.transaction.abort();
    return request;
  });
}

test('keeps the edits of a closed tab if a full device refuses copies', async () => {
  const closed = openStore();
  closed.put(EDIT);
  await closed.close();

  fillDisk();
  const onStored = vi.fn<(isStored: boolean) => void>();
  const full = openStore(onStored);
  expect(await adopt(full)).toEqual([EDIT.id]);
  expect(onStored).toHaveBeenCalledWith(false);
  await full.close();

  vi.restoreAllMocks();
  const next = openStore();
  expect(await adopt(next)).toEqual([EDIT.id]);
  await next.close();
  expect(await adopt(openStore())).toEqual([EDIT.id]);
});

test('stores refused edits once a full device has space again', async () => {
  const states: boolean[] = [];
  const store = openStore((isStored) => states.push(isStored), 'p-2');
  fillDisk();
  store.put({ ...EDIT, id: 'edit-2' });
  await store.flush();
  expect(states).toEqual([false]);
  vi.restoreAllMocks();
  await store.flush();
  expect(states).toEqual([false, true]);
  await store.close();
  expect(await adopt(openStore(undefined, 'p-2'))).toContain('edit-2');
});

test('stores edits although its connection dies without an event, twice', async () => {
  const killConnections = watchConnections();
  const states: boolean[] = [];
  const store = openStore((isStored) => states.push(isStored), 'p-3');
  for (const id of ['edit-3', 'edit-4']) {
    store.put({ ...EDIT, id });
    await store.flush();
    killConnections();
  }
  store.put({ ...EDIT, id: 'edit-5' });
  await store.flush();
  expect(states).toEqual([true, true, true]);
  await store.close();
  killConnections();
  expect(await adopt(openStore(undefined, 'p-3'))).toEqual(expect.arrayContaining(['edit-3', 'edit-4', 'edit-5']));
});

test('shows within seconds that a connection cannot be opened again', async () => {
  const killConnections = watchConnections();
  const states: boolean[] = [];
  const store = openStore((isStored) => states.push(isStored), 'p-4');
  store.put({ ...EDIT, id: 'edit-6' });
  await store.flush();
  killConnections();
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
  });
  store.put({ ...EDIT, id: 'edit-7' });
  await store.flush();
  expect(states).toEqual([true, false]);
  await store.close();
});
