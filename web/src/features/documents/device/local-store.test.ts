import '../../../testing/fake-indexed-db.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { LocalStore } from './local-store.ts';

const EDIT = { id: 'edit-1', update: new Uint8Array([1]) };

afterEach(() => vi.restoreAllMocks());

const openStore = (onRefused = () => {}) => new LocalStore('private-room-abc123def', 'p-1', onRefused);

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

test('a full device keeps the edits of a closed tab whose copies it refuses', async () => {
  const closed = openStore();
  closed.put(EDIT);
  await closed.close();

  fillDisk();
  const onRefused = vi.fn<() => void>();
  const full = openStore(onRefused);
  expect(await adopt(full)).toEqual([EDIT.id]);
  expect(onRefused).toHaveBeenCalled();
  await full.close();

  vi.restoreAllMocks();
  const next = openStore();
  expect(await adopt(next)).toEqual([EDIT.id]);
  await next.close();
  expect(await adopt(openStore())).toEqual([EDIT.id]);
});
