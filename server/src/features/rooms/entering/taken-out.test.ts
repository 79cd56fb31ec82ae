import { updateInterviewer } from '@cip/contracts/accounts/interviewers';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { addInterviewer, joinAsCandidate } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { holdTransaction } from '../../../testing/databases/hold-transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases/test-database.ts';
import { until } from '../../../testing/until.ts';
import { SharedPresence } from '../presence/shared-presence.ts';

// Two nodes over one Postgres and one Redis.
let database: TestDatabase;
let node: TestApp;
let other: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  database = await createTestDatabase();
  const options = { databaseUrl: database.url, listen: true, env: { REDIS_URL: inject('redisUrl') } };
  [node, other] = [await startTestApp(options), await startTestApp(options)];
});
afterAll(async () => {
  await Promise.all([node.close(), other.close()]);
  await database.drop();
});

const nodeAt = (where: string) => (where === 'on the same node' ? node : other);

/** A room with its interviewer on the first node, and a candidate, Bob, with two connections on another one. */
async function startRoom(where: string) {
  const room = await startLiveRoom(node);
  const host = remember(await OwnClient.join(node.url, room.interviewer));
  const { token, participant_id: participantId } = await joinAsCandidate(node, room.roomCode, 'Bob');
  const auth = { roomCode: room.roomCode, authToken: token };
  const own = remember(await OwnClient.join(nodeAt(where).url, auth));
  const plain = remember(await PlainClient.join(nodeAt(where).url, auth));
  const shown = () => JSON.stringify([own.text, own.wire.received, plain.received]);
  return { ...room, host, token, participantId, own, plain, shown };
}

const PLACES = ['on the same node', 'on the other node'];
const PRESSES = [
  ['room:send-back', 'Send back'],
  ['participant:remove', 'Remove'],
] as const;

for (const where of PLACES)
  for (const [event, label] of PRESSES)
    it(`delivers nothing that is typed from the press of ${label} on to a candidate ${where}`, async () => {
      const { host, participantId, own, plain, shown } = await startRoom(where);
      host.insert(0, 'before ');
      await until('the text', () => own.text.startsWith('before ') && plain.code.startsWith('before '));
      for (let time = 0; time < 5; time++) own.insert(0, 'x');

      const confirmed = host.wire.emit(event, { participantId });
      host.insert(0, 'canary1 ');
      const opened = own.wire.emit('document:open', { stateVector: 'AA==' }).catch(() => ({}));
      for (let nth = 0; nth < 20; nth++) host.insert(0, 'canary2 ');
      expect(await confirmed).toMatchObject({ ok: true });
      host.insert(0, 'canary3 ');

      await until('the log', () => host.unacknowledged.size === 0);
      expect(JSON.stringify(await opened)).not.toContain('"ok":true');
      if (event === 'room:send-back') {
        await until('the last lines', () => host.text.includes('xxxxx'));
        await until('the wait', () => own.wire.count('room:waiting') === 1);
      } else await until('the end', () => !own.wire.socket.connected && !plain.socket.connected);
      expect(shown()).not.toContain('canary');
    });

it('lets a candidate return later with all text typed meanwhile', async () => {
  const { host, participantId, own } = await startRoom('on the other node');
  for (let time = 0; time < 2; time++) {
    await host.wire.emit('room:send-back', { participantId });
    host.insert(0, `typed ${time} `);
    const back = own.wire.next('subscription:succeeded');
    await host.wire.emit('room:admit', { participantId });
    await back;
    await own.open();
    host.insert(0, `then ${time} `);
    await until('one text', () => own.text === host.text);
    expect(own.text).toContain(`typed ${time} `);
  }
});

it('brings a candidate back whom a failed decision did not take out', async () => {
  const { host, interview, participantId, own } = await startRoom('on the other node');
  const back = own.wire.next('subscription:succeeded');
  // As if a colleague had removed the row of the interview's state: the decision throws.
  await node.ctx.db.updateTable('interviews').set({ status: 'scheduled' }).where('id', '=', interview.id).execute();
  expect(await host.wire.emit('room:send-back', { participantId })).toMatchObject({ ok: false });
  await node.ctx.db.updateTable('interviews').set({ status: 'active' }).where('id', '=', interview.id).execute();
  await back;
  await own.open();
  host.insert(0, 'goes on ');
  await until('one text', () => own.text === host.text);
});

for (const where of PLACES)
  it(`tells a candidate ${where} nothing but of their own typing from the press of Send back on`, async () => {
    const { host, interview, participantId, own, plain } = await startRoom(where);
    const waiting = { ok: false, error: { code: 'waiting' } };
    // The decision waits for the row of its room.
    const commit = await holdTransaction(node.ctx.db, (trx) =>
      trx.selectFrom('interviews').select('id').where('id', '=', interview.id).forUpdate().execute(),
    );
    const confirmed = host.wire.emit('room:send-back', { participantId });
    await expect
      .poll(() => own.wire.emit('document:open', { stateVector: 'AA==' }), { timeout: 5_000 })
      .toMatchObject(waiting);
    const lists = () => plain.count('participantList');
    const before = lists();

    expect(await plain.custom('getParticipants')).toMatchObject(waiting);
    expect(await plain.custom('unknown')).toMatchObject(waiting);
    const typed = plain.type(`last line\n${plain.code}`);
    expect(await plain.emit('heartbeat', {})).toMatchObject({ ok: true });

    expect(lists()).toBe(before);
    await commit();
    expect(await confirmed).toMatchObject({ ok: true });
    expect(await typed).toMatchObject({ ok: true });
    await until('the last line', () => host.text.startsWith('last line'));
  });

it('names nobody to a candidate who asked just before they are sent back', async () => {
  const { host, participantId, plain } = await startRoom('on the same node');
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
  const list = SharedPresence.prototype.list;
  const lists = vi.spyOn(SharedPresence.prototype, 'list');
  lists.mockImplementation(async function (this: SharedPresence, interviewId) {
    await isRead;
    return list.call(this, interviewId);
  });
  const before = plain.count('participantList');
  const asked = plain.custom('getParticipants');
  await plain.emit('heartbeat', {});
  const confirmed = host.wire.emit('room:send-back', { participantId });
  await host.wire.emit('heartbeat', {});
  read();

  expect(await asked).toMatchObject({ ok: false, error: { code: 'waiting' } });
  expect(await confirmed).toMatchObject({ ok: true });
  expect(plain.count('participantList')).toBe(before);
});

it('takes nobody of another interview out', async () => {
  const [{ host }, elsewhere] = [await startRoom('on the same node'), await startRoom('on the same node')];
  const { participantId } = elsewhere;
  expect(await host.wire.emit('room:send-back', { participantId })).toMatchObject({ ok: false });
  elsewhere.host.insert(0, 'still here ');
  await until('the text', () => elsewhere.own.text.startsWith('still here '));
});

it('answers an interviewer and a candidate whom a stranger tries to send back', async () => {
  const [{ owner, roomCode, own, participantId }, stranger] = [
    await startRoom('on the same node'),
    await startRoom('on the same node'),
  ];
  const ida = await addInterviewer(node, owner, 'Ida');
  const page = remember(await OwnClient.join(node.url, { roomCode, authToken: ida.token }));
  for (const [id, { wire }] of [[ida.userId, page] as const, [participantId, own] as const]) {
    // The stranger's decision waits for the row of their own room.
    const unlock = await holdTransaction(node.ctx.db, (trx) =>
      trx.selectFrom('interviews').select('id').where('id', '=', stranger.interview.id).forUpdate().execute(),
    );
    const decided = stranger.host.wire.emit('room:send-back', { participantId: id });
    await stranger.host.wire.emit('heartbeat', {});
    expect(await wire.emit('document:open', { stateVector: 'AA==' })).toMatchObject({ ok: true });
    await unlock();
    expect(await decided).toMatchObject({ ok: false });
  }
});

afterEach(() => vi.restoreAllMocks());

/** The number of a message that closes sockets on other nodes, in Socket.IO's adapter for Redis. */
const REMOTE_DISCONNECT = 4;

/** Loses the first message that closes sockets on other nodes, as if its connection broke. Returns how many it lost. */
function loseFirstDisconnect(): () => number {
  const send = Redis.prototype.sendCommand;
  let lost = 0;
  vi.spyOn(Redis.prototype, 'sendCommand').mockImplementation(function (this: Redis, command, stream) {
    const isDisconnect = command.name === 'publish' && String(command.args[1]).includes(`"type":${REMOTE_DISCONNECT},`);
    if (!isDisconnect || lost > 0) return send.call(this, command, stream);
    lost++;
    command.reject(new Error('The connection broke.'));
    return command.promise;
  });
  return () => lost;
}

/** Lowers the role of a colleague whose page is on the other node, then types. Returns what the page was sent. */
async function lowerRole(): Promise<string> {
  const { host, roomCode, owner } = await startRoom('on the same node');
  const ida = await addInterviewer(node, owner, 'Ida');
  const page = remember(await OwnClient.join(other.url, { roomCode, authToken: ida.token }));
  const body = { name: 'Ida', email: ida.email, role: 'coordinator' as const };
  const { status } = await call(node.app, updateInterviewer, { token: owner.token, params: { id: ida.userId }, body });
  expect(status).toBe(200);
  host.insert(0, 'canary ');
  await until('the log', () => host.unacknowledged.size === 0);
  await until('the end', () => !page.wire.socket.connected);
  return JSON.stringify([page.text, page.wire.received]);
}

it('confirms a lowered role once the other node closed sockets', async () => {
  expect(await lowerRole()).not.toContain('canary');
});

it('confirms a lowered role once the other node closed sockets, also if the message to close them is lost', async () => {
  const lost = loseFirstDisconnect();
  expect(await lowerRole()).not.toContain('canary');
  expect(lost()).toBe(1);
});

it('confirms a removal once the other node closed sockets, also if the message to close them is lost', async () => {
  const { host, participantId, own, plain, shown } = await startRoom('on the other node');
  const lost = loseFirstDisconnect();
  expect(await host.wire.emit('participant:remove', { participantId })).toMatchObject({ ok: true });
  host.insert(0, 'canary ');
  await until('the log', () => host.unacknowledged.size === 0);
  await until('the end', () => !own.wire.socket.connected && !plain.socket.connected);
  expect(shown()).not.toContain('canary');
  expect(lost()).toBe(1);
});
