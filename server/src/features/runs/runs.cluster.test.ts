import { randomUUID } from 'node:crypto';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinAsCandidate, quickStart, registerCompany } from '../../testing/builders.ts';
import { addRuns } from '../../testing/databases/fill-totals.ts';
import { holdTransaction, untilBlocked } from '../../testing/databases/hold-transaction.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { startRedisPair, type RedisPair } from '../../testing/redis-pair.ts';
import { anEnd, aRequest } from '../../testing/sockets/runs.ts';
import { until } from '../../testing/until.ts';
import { lockRuns } from './runs.repository.ts';

let pair: RedisPair;
beforeAll(async () => {
  pair = await startRedisPair();
});
afterAll(() => pair.close());

/** Opens a room with its interviewer on one node and a candidate on the other. */
async function startRoom() {
  const owner = await registerCompany(pair.node, { plan: 'enterprise' });
  const { id: interviewId, room_code: roomCode } = await quickStart(pair.node, owner);
  const { token } = await joinAsCandidate(pair.node, roomCode, 'Ada');
  return {
    interviewId,
    leader: await OwnClient.join(pair.node.url, { roomCode, authToken: owner.token }),
    leaderElsewhere: () => OwnClient.join(pair.other.url, { roomCode, authToken: owner.token }),
    ada: await OwnClient.join(pair.other.url, { roomCode, authToken: token }),
  };
}

const output = (id: string, seq: number) => ({ id, piece: { seq, at: seq, stream: 'out', text: `${seq}\n` } });
const eventsOf = (client: OwnClient, event: string) =>
  client.wire.received.filter((entry) => entry.event === event).map(({ data }) => data);

test('shows a run of one node on the other, in order, and starts it on one of them only', async () => {
  const { leader, ada } = await startRoom();
  const requests = [aRequest(DEFAULT_CODE), aRequest(DEFAULT_CODE)] as const;

  const replies = await Promise.all([
    leader.wire.emit('run:start', requests[0]),
    ada.wire.emit('run:start', requests[1]),
  ]);

  expect(replies.filter(({ isNew }) => isNew === true)).toHaveLength(1);
  const index = replies[0]['isNew'] === true ? 0 : 1;
  const [runner, viewer, id] = [index === 0 ? leader : ada, index === 0 ? ada : leader, requests[index].id];
  for (let seq = 0; seq < 10; seq++) await runner.wire.emit('run:output', output(id, seq));
  await runner.wire.emit('run:end', { id, end: anEnd() });
  await until('the end', () => eventsOf(viewer, 'run:ended').length > 0);
  expect(eventsOf(viewer, 'run:output')).toEqual(Array.from({ length: 10 }, (_, seq) => output(id, seq)));
  for (const client of [leader, ada]) client.close();
});

test('answers a repeated request on another node while the first waits, as the last of a minute', async () => {
  const { interviewId, leader, leaderElsewhere, ada } = await startRoom();
  const again = await leaderElsewhere();
  const { db } = pair.node.ctx;
  await addRuns(db, 29, { interviewId, participantId: randomUUID() });
  const request = aRequest('something else');
  const commit = await holdTransaction(db, (trx) => lockRuns(trx, interviewId));
  const replies = [leader, again].map(({ wire }) => wire.emit('run:start', request));
  await untilBlocked(db, 2);
  await commit();

  const [first, second] = await Promise.all(replies);
  expect(first).toMatchObject({ ok: true, isNew: true, text: DEFAULT_CODE });
  expect(second).toEqual(first);
  await until('the news', () => eventsOf(ada, 'run:started').length > 0);
  for (const client of [leader, again, ada]) client.close();
});

test('shows a run on the other node soon without Redis, and only one is active', { tags: ['long'] }, async () => {
  await pair.loseRedis();
  const { leader, ada } = await startRoom();
  const request = aRequest(DEFAULT_CODE);
  await leader.wire.emit('run:start', request);
  await leader.wire.emit('run:output', output(request.id, 0));

  await until('a hint', () => eventsOf(ada, 'run:changed').length > 0);
  expect(await ada.wire.emit('run:read', {})).toMatchObject({ run: { id: request.id }, pieces: [{ text: '0\n' }] });
  expect(await ada.wire.emit('run:start', aRequest(DEFAULT_CODE))).toMatchObject({ isNew: false });
  await leader.wire.emit('run:end', { id: request.id, end: anEnd() });
  const read = async () => Reflect.get(Object((await ada.wire.emit('run:read', {}))['run']), 'end');
  await expect.poll(read).toMatchObject({ reason: 'finished' });
  for (const client of [leader, ada]) client.close();
});
