import { cancelInterview } from '@cip/contracts/interviews/planning';
import type { Participant } from '@cip/contracts/rooms/rooms';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addInterviewer,
  endInterview,
  joinAsCandidate,
  registerCompany,
  scheduleInterview,
} from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { holdTransaction, untilBlocked } from '../../testing/databases/hold-transaction.ts';
import { candidateOf, endElsewhere, startLiveRoom } from '../../testing/sockets/live-room.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { PlainClient } from '../../testing/sockets/plain-client.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

async function plain(...args: Parameters<typeof PlainClient.join> extends [string, ...infer Rest] ? Rest : never) {
  return remember(await PlainClient.join(node.url, ...args));
}

async function own(auth: Parameters<typeof OwnClient.join>[1]) {
  return remember(await OwnClient.join(node.url, auth));
}

/** Connects and returns the message of the refusal. */
async function refusal(auth: Parameters<typeof PlainClient.join>[1]): Promise<string> {
  const client = remember(new PlainClient(node.url, auth));
  let message = '';
  client.socket.on('connect_error', (error) => (message = error.message));
  return until('a refusal', () => message || undefined);
}

describe('the handshake', () => {
  test('accepts a token in the handshake or in subscribe', async () => {
    const room = await startLiveRoom(node);
    const { authToken, ...nameless } = room.interviewer;
    const first = await plain(room.interviewer);
    const second = await plain(nameless, { token: authToken ?? '' });
    expect([first.count('subscription:succeeded'), second.count('subscription:succeeded')]).toEqual([1, 1]);
  });

  test('refuses a candidate whose row was deleted', async () => {
    const room = await startLiveRoom(node);
    await node.ctx.db.deleteFrom('candidates').where('interview_id', '=', room.interview.id).execute();

    expect(await refusal(room.candidate)).toBe('This link is for another session.');
  });

  test('takes the role from the token, not from userType', async () => {
    const room = await startLiveRoom(node);
    const impostor = await plain({ ...room.candidate, userType: 'interviewer' });
    const { participants } = await impostor.custom('getParticipants');
    expect(participants).toMatchObject([{ name: 'Ada', type: 'candidate', authenticated: true }]);
    expect(await impostor.custom('typingModeChanged', { mode: 'instant' })).toMatchObject({
      ok: false,
      error: { code: 'forbidden' },
    });
  });

  test.each([
    ['a room that does not exist', { roomCode: 'no-such-room' }, 'Session not found'],
    ['a malformed room code', { roomCode: '../etc' }, 'The connection request is not valid.'],
    ['a forged token', { authToken: 'forged.token.here-and-there' }, 'Please sign in.'],
  ])('refuses %s', async (_what, change, message) => {
    const room = await startLiveRoom(node);
    expect(await refusal({ ...room.interviewer, ...change })).toBe(message);
  });

  test('refuses the account of another company and the candidate of another room', async () => {
    const room = await startLiveRoom(node);
    const other = await startLiveRoom(node);
    const stranger = await registerCompany(node);
    const foreign = { ...room.interviewer, authToken: stranger.token };
    expect(await refusal(foreign)).toBe('Session not found');
    expect(await refusal({ ...foreign, roomCode: 'no-such-room' })).toBe('Session not found');
    expect(await refusal({ ...room.candidate, authToken: other.candidate.authToken ?? '' })).toBe(
      'This link is for another session.',
    );
  });

  test('shows an account by its own name, whatever the handshake says', async () => {
    const { roomCode, interviewer, candidate } = await startLiveRoom(node);
    const client = await plain({ ...interviewer, roomCode, userName: 'Ada' });
    await plain({ ...candidate, userName: 'Acme' });
    const { participants } = await client.custom('getParticipants');
    expect(participants).toMatchObject([
      { name: 'Acme', type: 'interviewer' },
      { name: 'Ada', type: 'candidate' },
    ]);
  });

  test('refuses a room before its start and after its cancellation', async () => {
    const room = await startLiveRoom(node);
    const { room_code: roomCode, id } = await scheduleInterview(node, room.owner);
    expect(await refusal({ ...room.interviewer, roomCode })).toBe('This session has not started yet.');
    await call(node.app, cancelInterview, { token: room.owner.token, params: { id } });
    expect(await refusal({ ...room.interviewer, roomCode })).toBe('This session is not open.');
  });

  test('lets an unauthenticated socket only subscribe', async () => {
    const room = await startLiveRoom(node);
    const client = remember(new PlainClient(node.url, { roomCode: room.roomCode }));
    await until('the connection', () => client.socket.connected);
    for (const reply of [
      await client.custom('getParticipants'),
      await client.type('stolen'),
      await client.emit('document:open', { stateVector: '' }),
      await client.emit('subscribe', { channel: room.roomCode }),
    ])
      expect(reply).toMatchObject({ ok: false, error: { code: 'unauthenticated' } });
  });

  test('closes the sockets of an account that signs out', async () => {
    const room = await startLiveRoom(node);
    const client = await plain(room.interviewer);
    await node.app.inject({
      method: 'POST',
      url: '/api/logout',
      headers: { authorization: `Bearer ${room.owner.token}` },
    });
    expect(await until('the socket to close', () => !client.socket.connected)).toBe(true);
  });
});

describe('revocation while a socket joins', () => {
  /** In place of an answer: the check of sign-ins, every 1.5 s, may close the socket first. */
  const CLOSED = { ok: false, error: { code: 'closed' } };
  const orClosed = (answer: Promise<Record<string, unknown>>) => answer.catch(() => CLOSED);

  /** Sends an event again and again until the socket's subscription is answered. Returns all answers to the event. */
  async function pipeline(client: PlainClient, subscribed: Promise<unknown>) {
    const replies: Promise<Record<string, unknown>>[] = [];
    let isAnswered = false;
    const answered = subscribed.finally(() => (isAnswered = true));
    while (!isAnswered) {
      replies.push(orClosed(client.custom('getParticipants')));
      await new Promise(setImmediate);
    }
    await answered;
    return Promise.all(replies);
  }

  test('refuses the events of an account signed out before joining', async () => {
    const room = await startLiveRoom(node);
    const host = await plain(room.interviewer);
    await host.emit('room:ask-before-admitting', { isOn: true });
    let answer: Record<string, unknown>;
    do {
      const { token, userId } = await addInterviewer(node, room.owner, 'Ida');
      const ida = remember(new PlainClient(node.url, { roomCode: room.roomCode, authToken: token }));
      await until('the connection', () => ida.socket.connected);
      const signOut = await holdTransaction(node.ctx.db, async (trx) => {
        await sql`lock table auth_sessions`.execute(trx);
        await trx.deleteFrom('auth_sessions').where('user_id', '=', userId).execute();
      });
      const subscribed = orClosed(ida.emit('subscribe', { channel: room.roomCode }));
      setTimeout(() => void signOut(), 300);
      const replies = await pipeline(ida, subscribed);
      answer = await subscribed;

      expect(replies.filter(({ ok }) => ok)).toEqual([]);
      expect(ida.received).toEqual([]);
    } while (answer === CLOSED);
    expect(answer).toMatchObject({ ok: false, error: { code: 'unauthenticated' } });
    expect(await host.custom('getParticipants')).toMatchObject({ count: 1 });
  });

  test('refuses the events that a removed candidate sends behind the subscription', async () => {
    const room = await startLiveRoom(node);
    const host = await plain(room.interviewer);
    const { token, participant_id: participantId } = await joinAsCandidate(node, room.roomCode, 'Bob');
    const bob = remember(new PlainClient(node.url, { roomCode: room.roomCode, authToken: token }));
    await until('the connection', () => bob.socket.connected);
    await host.emit('participant:remove', { participantId });
    const replies = await pipeline(bob, orClosed(bob.emit('subscribe', { channel: room.roomCode })));

    expect(replies.filter(({ ok }) => ok)).toEqual([]);
    expect(bob.received).toEqual([]);
  });
});

describe('presence', () => {
  test('announces each participant once when they join and leave', async () => {
    const room = await startLiveRoom(node);
    const interviewer = await plain(room.interviewer);
    const joined = interviewer.next('userJoined');
    const candidate = await plain(room.candidate);
    expect(await joined).toEqual({ userName: 'Ada', userType: 'candidate', participantCount: 2 });
    const secondTab = await plain(room.candidate);
    expect(await secondTab.custom('getParticipants')).toMatchObject({ ok: true, count: 2 });
    expect(interviewer.count('userJoined')).toBe(1);
    expect(interviewer.count('user:online')).toBe(1);
    const left = interviewer.next('userLeft');
    candidate.close();
    await secondTab.emit('unsubscribe', { channel: room.roomCode });
    expect(await left).toEqual({ userName: 'Ada', userType: 'candidate', participantCount: 1 });
    expect(interviewer.count('userLeft')).toBe(1);
    expect(interviewer.count('user:offline')).toBe(1);
  });

  test('lists a second candidate, and keeps the first one’s name', async () => {
    const room = await startLiveRoom(node);
    await plain(room.candidate);
    const second = await plain(await candidateOf(node, room.roomCode, 'Ada on a laptop'));
    const { participants } = await second.custom('getParticipants');
    expect(participants).toMatchObject([{ name: 'Ada' }, { name: 'Ada on a laptop' }]);
    const { session } = await joinAsCandidate(node, room.roomCode, 'Someone');
    expect(session.candidate_name).toBe('Ada');
  });

  test('sends the typing mode to present and later participants', async () => {
    const room = await startLiveRoom(node);
    const interviewer = await plain(room.interviewer);
    const candidate = await plain(room.candidate);
    const changed = candidate.next('typingModeChanged');
    await interviewer.custom('typingModeChanged', { mode: 'instant' });
    expect(await changed).toEqual({ mode: 'instant' });
    const late = await plain(await candidateOf(node, room.roomCode, 'Late'));
    expect(late.received).toContainEqual({ event: 'typingModeChanged', data: { mode: 'instant' } });
  });
});

test('sends a joining candidate the typing mode that just changed', async () => {
  const room = await startLiveRoom(node);
  const interviewer = await plain(room.interviewer);
  const candidate = remember(new PlainClient(node.url, room.candidate));
  await until('the connection', () => candidate.socket.connected);
  // The subscription has read the interview when it waits to mark the candidate as connected.
  const lock = sql`lock table candidates in exclusive mode`;
  const unlock = await holdTransaction(node.ctx.db, (trx) => lock.execute(trx));
  const subscribed = candidate.emit('subscribe', { channel: room.roomCode });
  try {
    await untilBlocked(node.ctx.db);
    expect(await interviewer.custom('typingModeChanged', { mode: 'instant' })).toMatchObject({ ok: true });
  } finally {
    await unlock();
  }

  expect(await subscribed).toMatchObject({ ok: true, typingMode: 'instant' });
  expect(candidate.received).toContainEqual({ event: 'typingModeChanged', data: { mode: 'instant' } });
  const again = await candidate.emit('subscribe', { channel: room.roomCode });
  expect(again).toMatchObject({ ok: true, typingMode: 'instant' });
});

test('replies to an entering candidate with the announced typing mode', async () => {
  const room = await startLiveRoom(node);
  const interviewer = await plain(room.interviewer);
  const candidate = remember(new PlainClient(node.url, room.candidate));
  await until('the connection', () => candidate.socket.connected);
  // The candidate has joined when the timeline waits to record it.
  const lock = sql`lock table timeline_events in exclusive mode`;
  const unlock = await holdTransaction(node.ctx.db, (trx) => lock.execute(trx));
  const subscribed = candidate.emit('subscribe', { channel: room.roomCode });
  try {
    await expect.poll(() => interviewer.custom('getParticipants'), { timeout: 5_000 }).toMatchObject({ count: 2 });
    // Stored as another node did, with its own record; then announced.
    await node.ctx.db
      .updateTable('interviews')
      .set({ typing_mode: 'instant' })
      .where('id', '=', room.interview.id)
      .execute();
    expect(await interviewer.custom('typingModeChanged', { mode: 'instant' })).toMatchObject({ ok: true });
  } finally {
    await unlock();
  }

  expect(await subscribed).toMatchObject({ ok: true, typingMode: 'instant' });
});

test('refuses a typing mode once the interview has ended', async () => {
  const room = await startLiveRoom(node);
  const [interviewer, candidate] = [await plain(room.interviewer), await plain(room.candidate)];
  await endElsewhere(node, room.interview);

  expect(await interviewer.custom('typingModeChanged', { mode: 'instant' })).toMatchObject({
    ok: false,
    error: { code: 'ended', message: 'This session has ended.' },
  });
  expect(candidate.count('typingModeChanged')).toBe(0);
  const events = node.ctx.db.selectFrom('timeline_events').select('kind').where('interview_id', '=', room.interview.id);
  expect(await events.execute()).not.toContainEqual({ kind: 'typing_mode' });
});

describe('removing a participant', () => {
  const remove = (client: PlainClient, participantId: unknown) => client.emit('participant:remove', { participantId });
  const idOf = async (client: PlainClient, name: string) => {
    const { participants } = await client.custom('getParticipants');
    return (participants as Participant[]).find((participant) => participant.name === name)?.id;
  };

  test('disconnects a removed candidate for good, and notifies everyone', async () => {
    const room = await startLiveRoom(node);
    const [interviewer, candidate] = [await plain(room.interviewer), await plain(room.candidate)];
    const secondTab = await plain(room.candidate);
    const other = await plain(await candidateOf(node, room.roomCode, 'Bob'));
    const notices = [candidate.next('participant:removed'), secondTab.next('participant:removed')];
    const left = interviewer.next('userLeft');
    const listed = other.next('participantList');

    expect(await remove(interviewer, await idOf(interviewer, 'Ada'))).toEqual({ ok: true });

    const message = 'You have been removed from this session.';
    expect(await Promise.all(notices)).toEqual([{ message }, { message }]);
    expect(await left).toMatchObject({ userName: 'Ada', participantCount: 2 });
    expect(await listed).toMatchObject({ count: 2, participants: [{ type: 'interviewer' }, { name: 'Bob' }] });
    await until('the sockets to close', () => !candidate.socket.connected && !secondTab.socket.connected);
    expect(other.socket.connected).toBe(true);
    expect(await refusal(room.candidate)).toBe(message);
  });

  test('refuses a socket of the candidate that authenticated before and subscribes afterwards', async () => {
    const room = await startLiveRoom(node);
    const [interviewer, first] = [await plain(room.interviewer), await plain(room.candidate)];
    const waiting = remember(new PlainClient(node.url, room.candidate));
    await until('the connection', () => waiting.socket.connected);
    await remove(interviewer, await idOf(interviewer, 'Ada'));
    await until('the first socket to close', () => !first.socket.connected);

    expect(await waiting.emit('subscribe', { channel: room.roomCode })).toMatchObject({
      ok: false,
      error: { code: 'removed' },
    });
    expect(await waiting.type('still here')).toMatchObject({ ok: false, error: { code: 'unauthenticated' } });
    expect(await interviewer.custom('getParticipants')).toMatchObject({ count: 1 });
  });

  test('lets only interviewers remove, and only their room’s candidates', async () => {
    const [room, other] = [await startLiveRoom(node), await startLiveRoom(node)];
    const [interviewer, candidate] = [await plain(room.interviewer), await plain(room.candidate)];
    const stranger = await plain(other.interviewer);
    const [ines, ada] = [await idOf(interviewer, 'Acme'), await idOf(interviewer, 'Ada')];

    expect(await remove(candidate, ada)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    expect(await remove(stranger, ada)).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await remove(interviewer, ines)).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await remove(interviewer, 'no-id')).toMatchObject({ ok: false, error: { code: 'invalid' } });
    expect(await candidate.emit('heartbeat', {})).toEqual({ ok: true, at: expect.any(Number) });
  });
});

describe('the end', () => {
  test('ends the interview once for all by the interviewer’s event', async () => {
    const room = await startLiveRoom(node);
    const [interviewer, candidate] = [await plain(room.interviewer), await plain(room.candidate)];
    await candidate.type('SELECT 42;');
    const ended = candidate.next('sessionEnded');
    expect(await interviewer.custom('sessionEnded', { message: 'Thank you', endedBy: 'Ines' })).toEqual({ ok: true });
    expect(await ended).toEqual({ message: 'Thank you', endedBy: 'Ines' });
    await until('the sockets to close', () => !candidate.socket.connected && !interviewer.socket.connected);
    const again = await endInterview(node, room.owner, room.roomCode);
    expect(again).toMatchObject({ status: 'completed' });
    expect(candidate.count('sessionEnded')).toBe(1);
    expect(await refusal(room.candidate)).toBe('This session is not open.');
  });

  test('refuses to let a candidate end the interview', async () => {
    const room = await startLiveRoom(node);
    const candidate = await plain(room.candidate);
    expect(await candidate.custom('sessionEnded', {})).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  });

  test('asks own clients for held-back edits before the end', async () => {
    const room = await startLiveRoom(node);
    const candidate = await own(room.candidate);
    candidate.wire.socket.off('document:flush');
    candidate.wire.socket.on('document:flush', (ack: () => void) => {
      candidate.insert(0, 'held back\n');
      void until('the acknowledgement', () => candidate.unacknowledged.size === 0).then(ack);
    });
    await endInterview(node, room.owner, room.roomCode);
    const { code_editor_data } = await codeOf(room.roomCode, room.owner.token);
    expect(code_editor_data[0].code_content).toBe('held back\n-- Start coding here...');
  });
});

describe('bad input', () => {
  const deep = (depth: number) => JSON.parse('{"data":'.repeat(depth) + '1' + '}'.repeat(depth));

  test.each<[string, string, unknown[]]>([
    ['no payload', 'custom:event', []],
    ['null', 'custom:event', [null]],
    ['an array', 'custom:event', [[1, 2]]],
    ['a string', 'subscribe', ['room']],
    ['an unknown custom event', 'custom:event', [{ event: 'dropTables', channel: 'x' }]],
    ['a prototype key as event name', 'custom:event', [{ event: '__proto__', channel: 'x' }]],
    ['a code that is not a string', 'custom:event', [{ event: 'codeChange', channel: 'x', data: { code: 1 } }]],
    ['a deep nesting', 'custom:event', [deep(3000)]],
    ['a malformed update', 'document:update', [{ id: 'operation-1', update: '////' }]],
    ['an update that is not base64', 'document:update', [{ id: 'operation-1', update: '💥' }]],
    ['a malformed state vector', 'document:open', [{ stateVector: '////' }]],
  ])('refuses %s without changes', async (_what, event, args) => {
    const room = await startLiveRoom(node);
    const client = await plain(room.candidate);
    expect(await client.emit(event, ...args)).toMatchObject({ ok: false, error: { message: expect.any(String) } });
    expect(await client.emit('heartbeat', {})).toEqual({ ok: true, at: expect.any(Number) });
    const { code_editor_data } = await codeOf(room.roomCode, room.owner.token);
    expect(code_editor_data[0].code_content).toBe('-- Start coding here...');
  });

  test('refuses an event for another room', async () => {
    const [room, other] = [await startLiveRoom(node), await startLiveRoom(node)];
    const client = await plain(room.candidate);
    const payload = { event: 'codeChange', channel: other.roomCode, data: { room: other.roomCode, code: 'x' } };
    expect(await client.emit('custom:event', payload)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    const inside = { ...payload, channel: room.roomCode };
    expect(await client.emit('custom:event', inside)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    const { code_editor_data } = await codeOf(room.roomCode, room.owner.token);
    expect(code_editor_data[0].code_content).toBe('-- Start coding here...');
  });

  test('survives malformed frames without crashing the process', async () => {
    const room = await startLiveRoom(node);
    const client = await plain(room.candidate);
    for (const frame of [
      '2/code-sharing,["custom:event"]',
      `2/code-sharing,["custom:event",${'{"data":'.repeat(9000)}1${'}'.repeat(9000)}]`,
    ])
      expect(await client.raw(frame)).toEqual({ ok: true, at: expect.any(Number) });
    for (const frame of ['2/code-sharing,', '2', '9', '5/code-sharing,1-["x"]']) void client.raw(frame).catch(() => {});
    const after = await plain(room.interviewer);
    expect(await after.emit('heartbeat', {})).toEqual({ ok: true, at: expect.any(Number) });
  });
});

async function codeOf(roomCode: string, token: string) {
  const response = await node.app.inject({
    url: `/api/interview-sessions/room/${roomCode}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return response.json().session;
}
