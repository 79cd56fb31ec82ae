import '../../testing/fake-indexed-db.ts';
import { expect, test } from 'vitest';
import { OutboxStore } from './outbox-store.ts';
import { watchConnections } from '../../testing/watch-connections.ts';

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
