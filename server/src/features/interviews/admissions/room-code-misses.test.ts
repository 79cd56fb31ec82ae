import { quickStart, scheduleInterview } from '@cip/contracts/interviews/planning';
import { getPublicInterview, joinInterview } from '@cip/contracts/interviews/public-interviews';
import { ROOMS_NAMESPACE } from '@cip/contracts/rooms/rooms';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { conflict } from '../../../errors.ts';
import { newRoomCode, registerCompany } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startLiveRoom, type LiveRoom } from '../../../testing/sockets/live-room.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { limitRoomCodes } from './room-code-misses.service.ts';

let node: TestApp;
let room: LiveRoom;
beforeAll(async () => {
  node = await startTestApp({ listen: true, env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } });
  room = await startLiveRoom(node);
});
afterAll(() => node.close());

const open = (address: string, roomCode: string) =>
  call(node.app, getPublicInterview, { params: { roomCode }, headers: { 'x-forwarded-for': address } });

const guess = (address: string, times: number) =>
  Promise.all(Array.from({ length: times }, async () => (await open(address, newRoomCode())).status));

/** Connects a socket from an address to a room. Returns 'connected' or the message of the refusal. */
async function connectSocket(address: string, roomCode: string): Promise<string> {
  const socket = io(`${node.url}${ROOMS_NAMESPACE}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { roomCode },
    extraHeaders: { 'x-forwarded-for': address },
  });
  let outcome = '';
  socket.on('connect', () => (outcome = 'connected')).on('connect_error', ({ message }) => (outcome = message));
  await until('the outcome', () => outcome !== '');
  socket.disconnect();
  return outcome;
}

it('refuses further unknown room codes of a network after 60, but not known ones', async () => {
  const address = '192.0.2.1';
  expect(await guess(address, 60)).toEqual(Array(60).fill(404));

  const refused = await open(address, newRoomCode());
  expect(refused.status).toBe(429);
  expect(refused.error.code).toBe('too_many_requests');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
  const join = { params: { roomCode: newRoomCode() }, headers: { 'x-forwarded-for': address } };
  expect((await call(node.app, joinInterview, { ...join, body: { candidate_name: 'Eve' } })).status).toBe(429);
  expect(await connectSocket(address, newRoomCode())).toBe('Too many attempts. Please try again later.');

  expect((await open(address, room.roomCode)).status).toBe(200);
  expect(await connectSocket(address, room.roomCode)).toBe('connected');
  expect((await open('192.0.2.2', newRoomCode())).status).toBe(404);
});

it('counts a network once behind a proxy that adds the port of each connection', async () => {
  const ports = Array.from({ length: 61 }, (_, index) => 50_000 + index);
  const answers = await Promise.all(ports.map((port) => open(`192.0.2.60:${port}`, newRoomCode())));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array(60).fill(404), 429]);
  expect((await open('192.0.2.60', newRoomCode())).status).toBe(429);
  expect((await open('192.0.2.61:50000', newRoomCode())).status).toBe(404);
});

it('counts unknown room codes of sockets and requests together', async () => {
  const address = '192.0.2.3';
  await guess(address, 59);

  expect(await connectSocket(address, newRoomCode())).toBe('Session not found');
  expect((await open(address, newRoomCode())).status).toBe(429);
});

it('counts failed starts, so that they do not reveal which room codes exist', async () => {
  const eve = await registerCompany(node, { plan: null });
  const start = (address: string, room_code: string) =>
    call(node.app, quickStart, { token: eve.token, headers: { 'x-forwarded-for': address }, body: { room_code } });
  const plan = (address: string, room_code: string) => {
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    const body = { room_code, candidate_name: 'Ada', scheduled_at };
    return call(node.app, scheduleInterview, { token: eve.token, headers: { 'x-forwarded-for': address }, body });
  };
  const address = '192.0.2.7';
  const codes = [...Array.from({ length: 59 }, newRoomCode), room.roomCode];
  const first = await Promise.all(codes.map((code) => start(address, code)));
  expect(first.map(({ error }) => error.code).toSorted()).toEqual(['conflict', ...Array(59).fill('plan_required')]);

  const answers = await Promise.all(
    [room.roomCode, newRoomCode()].flatMap((code) => [start(address, code), plan(address, code)]),
  );
  for (const { status, error } of answers) expect([status, error.code]).toEqual([429, 'too_many_requests']);
  expect((await start('192.0.2.8', room.roomCode)).status).toBe(409);
});

it('does not count known room codes or other failures', async () => {
  const failing = () => Promise.reject(conflict('This session has not started yet.'));
  for (let n = 0; n < 100; n++) {
    expect(await limitRoomCodes(node.ctx, '192.0.2.6', () => Promise.resolve('there'))).toBe('there');
    await expect(limitRoomCodes(node.ctx, '192.0.2.6', failing)).rejects.toMatchObject({ code: 'conflict' });
  }
});
