import type { ErrorCode } from '@cip/contracts/protocol/errors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../../errors.ts';
import { joinAsCandidate, quickStart, registerCompany } from '../../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { SinglePresence } from '../presence/single-presence.ts';
import type { RoomCaller, SocketIdentity, WaitingState } from '../room-member.ts';
import { AdmissionSync } from './sync-admissions.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

const WAITING: WaitingState = { since: '2026-11-29T10:00:00.000Z', isHostHere: true, rule: null, completion: 'off' };

/** An admitted candidate's socket that still waits, and that a room refuses to take with this error. */
async function waitingSocket(code: ErrorCode) {
  const owner = await registerCompany(node, { plan: 'enterprise', name: 'Acme' });
  const { id, room_code: roomCode } = await quickStart(node, owner);
  const { participant_id } = await joinAsCandidate(node, roomCode, 'Ada');
  const participant = { id: participant_id, name: 'Ada', type: 'candidate', authenticated: true } as const;
  const identity: SocketIdentity = { participant, authSessionId: null, endsAt: Date.now() + 60_000 };
  const calls: string[] = [];
  const socket = {
    room: { interviewId: id, companyId: owner.company.id, roomCode },
    identity,
    member: null,
    joined: null,
    waiting: WAITING as WaitingState | null,
    join() {
      calls.push('join');
      socket.waiting = null;
      return Promise.reject(new AppError(code, 'Not now.'));
    },
    leave: () => void calls.push('leave'),
    async wait(_identity: SocketIdentity, state: WaitingState) {
      calls.push('wait');
      socket.waiting = state;
    },
  };
  const presence = new SinglePresence({ left: () => {}, returned: () => {}, changed: () => {} });
  const sockets = { candidates: () => [socket as unknown as RoomCaller], hosted: () => [], tellHosts: () => {} };
  return { calls, socket, sync: new AdmissionSync(node.ctx, sockets, presence) };
}

it.each(['too_many_requests', 'unavailable'] as const)('tries an admission again that failed as %s', async (code) => {
  const { calls, socket, sync } = await waitingSocket(code);

  await sync.run();
  expect(socket.waiting).toEqual(WAITING);
  await sync.run();

  expect(calls).toEqual(['join', 'leave', 'wait', 'join', 'leave', 'wait']);
});

it('does not admit a candidate again who is removed meanwhile', async () => {
  const { calls, sync } = await waitingSocket('removed');

  await sync.run();
  await sync.run();

  expect(calls).toEqual(['join']);
});
