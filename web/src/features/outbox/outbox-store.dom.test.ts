import '../../testing/fake-indexed-db.ts';
import { expect, test, vi } from 'vitest';
import { OutboxStore } from './outbox-store.ts';

const aSave = (opId: string) => ({
  opId,
  interviewId: 'i-1',
  roomCode: 'room-1',
  kind: 'save' as const,
  body: { interview_session_id: 'i-1', code_content: 'SELECT 1' },
  company: 'c-1',
  user: 'u-1',
  client: 'page',
  at: 1,
  attempts: 0,
});

/** Returns what closes every connection of this page without an event, as WebKit does. */
function watchConnections(): () => void {
  const used = new Set<IDBDatabase>();
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...about) {
    used.add(this);
    return transaction.apply(this, about);
  });
  return () => {
    for (const database of used) database.close();
    used.clear();
  };
}

test('stores saves although its connection dies without an event, twice', async () => {
  const killConnections = watchConnections();
  const store = new OutboxStore();
  for (const opId of ['op-1', 'op-2', 'op-3']) {
    await store.add([aSave(opId)]);
    killConnections();
  }
  const [first] = await store.all();
  killConnections();
  await store.remove(first?.sequence ?? -1);
  expect((await store.all()).map(({ opId }) => opId)).toEqual(['op-2', 'op-3']);
  await store.close();
});
