import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOMS_NAMESPACE, type Handshake } from '@cip/contracts/rooms/rooms';
import { io, type Socket } from 'socket.io-client';
import { WebSocket } from 'ws';
import { reading } from '../../server/src/testing/sockets/reading.ts';
import type { FloodOrder } from './bystander.ts';

// Sends one kind of flood until killed, in a process of its own, so that it does not delay the bystander.

/** Sockets of one candidate: the most that one participant may have. */
const SOCKETS = 10;
/** Events of each socket per second: the highest rate that the server accepts from one. */
const EVENTS_PER_SECOND = 80;
/** Calls per second: the limit of one network. */
const CALLS_PER_SECOND = 20;
/** Connections per second that do not join: the limit of one network. */
const CONNECTIONS_PER_SECOND = 40;
/** Pings of a connection, which is closed long before the last. */
const PINGS = 1_000;
/** Below the largest packet (bytes). */
const BINARY = Buffer.alloc(900_000);
/** Pause and length of the stretches that are closed (ms): they do not touch, and have edits. */
const [STRETCH_EVERY_MS, STRETCH_MS] = [40, 20];
/** Sockets with one token, reconnecting again and again. */
const CROWD = 250;
/** Numbers of unknown fields: 199 KB, below the body limit, and 890 KB, below the packet limit. */
const [FIELDS_IN_BODY, FIELDS_IN_PACKET] = [17_000, 70_000];
const FROM = { 'x-forwarded-for': '203.0.113.66' };

const { url, kind, running, ended } = JSON.parse(process.argv[2] ?? '') as FloodOrder;
const { roomCode } = running;
const [handshake] = running.candidates;

const connect = (auth: Handshake): Socket =>
  io(`${url}${ROOMS_NAMESPACE}`, {
    auth,
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: FROM,
    reconnectionDelay: 500,
    reconnectionDelayMax: 1_000,
  });

function join(): Socket {
  const socket = connect(handshake);
  socket.on('connect', () => socket.emit('subscribe', { channel: roomCode }));
  return socket;
}

/** Joins and reads nothing afterwards. */
function joinDeaf(): Socket {
  const socket = join();
  return socket.on('connect', () => reading({ socket }).stop());
}

async function sendFromAll(event: string, payload: (nth: number) => object, open = join): Promise<never> {
  const sockets = Array.from({ length: SOCKETS }, open);
  for (let nth = 0; ; nth++) {
    for (const socket of sockets) if (socket.connected) socket.emit(event, payload(nth), () => {});
    await sleep(1_000 / EVENTS_PER_SECOND);
  }
}

const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}`, 0]));
const MANY_FIELDS = fields(FIELDS_IN_BODY);

async function callAgain(
  method: string,
  path: string,
  { token, body }: { token?: string; body?: (nth: number) => object } = {},
): Promise<never> {
  const headers = {
    ...FROM,
    ...(body && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  for (let nth = 0; ; nth++) {
    const sent = fetch(`${url}/api${path}`, { method, headers, body: body ? JSON.stringify(body(nth)) : null });
    void sent.then(
      (response) => response.text(),
      () => {},
    );
    await sleep(1_000 / CALLS_PER_SECOND);
  }
}

const postFields = (path: string) => callAgain('POST', path, { body: () => MANY_FIELDS });

/** Opens connections that join no room, each of which sends pings until it is closed. */
async function ping(): Promise<never> {
  for (;;) {
    const webSocket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
      headers: FROM,
    });
    webSocket.on('error', () => {});
    webSocket.once('open', () => {
      for (let nth = 0; nth < PINGS; nth++) webSocket.ping('x'.repeat(125));
    });
    await sleep(1_000 / CONNECTIONS_PER_SECOND);
  }
}

async function beatWithoutToken(): Promise<never> {
  const payload = fields(FIELDS_IN_PACKET);
  const socket = connect({ roomCode });
  for (;;) {
    if (socket.connected) socket.emit('heartbeat', payload);
    else if (!socket.active) socket.connect();
    await sleep(250);
  }
}

async function crowd(): Promise<never> {
  const sockets = Array.from({ length: CROWD }, join);
  for (let nth = 0; ; nth++) {
    const socket = sockets[nth % CROWD];
    if (socket?.connected) socket.emit('document:awareness', { clientId: nth % CROWD, update: 'AQEB' });
    await sleep(1_000 / EVENTS_PER_SECOND);
  }
}

/** The state of a client that has nothing yet. */
const EVERYTHING = { stateVector: 'AA==' };

const KINDS: Record<FloodOrder['kind'], () => Promise<never>> = {
  languages: () => sendFromAll('document:language', (nth) => ({ language: nth % 2 ? 'python' : 'java' })),
  subscriptions: () => sendFromAll('subscribe', () => ({ channel: roomCode })),
  'offline notes': () => sendFromAll('document:offline', () => ({ id: randomUUID(), forMs: 1_000 })),
  cursors: () => sendFromAll('document:awareness', (nth) => ({ clientId: nth, update: 'AQEB' })),
  'unknown fields at sign-in': () => postFields('/login'),
  'unknown fields at joining': () => postFields(`/public/session/${roomCode}/join`),
  'unknown fields without a token': beatWithoutToken,
  '250 sockets of one token': crowd,
  questions: () => sendFromAll('question:read', () => ({ known: [] })),
  openings: () => sendFromAll('document:open', () => EVERYTHING),
  'openings whose replies nobody reads': () => sendFromAll('document:open', () => EVERYTHING, joinDeaf),
  pings: ping,
  'binary frames': () => sendFromAll('heartbeat', () => BINARY),
  'lists of questions': () => callAgain('GET', `/interview-sessions/${running.id}/questions`, { token: running.token }),
  'closed stretches': () =>
    callAgain('POST', `/interview-sessions/${ended.id}/closed-stretches`, {
      token: ended.token,
      body: (nth) => ({ from: nth * STRETCH_EVERY_MS, to: nth * STRETCH_EVERY_MS + STRETCH_MS }),
    }),
};
await KINDS[kind]();
