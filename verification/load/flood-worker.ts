import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { ROOMS_NAMESPACE, type Handshake } from '@cip/contracts/rooms/rooms';
import { io, type Socket } from 'socket.io-client';
import type { FloodOrder } from './bystander.ts';

// Sends one kind of flood on its own thread until terminated, so that its CPU cost does not delay the bystander.

/** Sockets of one candidate: the most that one participant may have. */
const SOCKETS = 10;
/** Events of each socket per second: the highest rate that the server accepts from one. */
const EVENTS_PER_SECOND = 80;
/** Calls per second: the limit of one network. */
const CALLS_PER_SECOND = 20;
/** Sockets with one token, reconnecting again and again. */
const CROWD = 250;
/** Numbers of unknown fields: 199 KB, below the body limit, and 890 KB, below the packet limit. */
const [FIELDS_IN_BODY, FIELDS_IN_PACKET] = [17_000, 70_000];
const FROM = { 'x-forwarded-for': '203.0.113.66' };

const { url, kind, handshake }: FloodOrder = workerData;
const { roomCode } = handshake;

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

async function sendFromAll(event: string, payload: (nth: number) => object): Promise<never> {
  const sockets = Array.from({ length: SOCKETS }, join);
  for (let nth = 0; ; nth++) {
    for (const socket of sockets) if (socket.connected) socket.emit(event, payload(nth), () => {});
    await sleep(1_000 / EVENTS_PER_SECOND);
  }
}

const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}`, 0]));

async function post(path: string): Promise<never> {
  const body = JSON.stringify(fields(FIELDS_IN_BODY));
  const headers = { ...FROM, 'content-type': 'application/json' };
  for (;;) {
    void fetch(`${url}/api${path}`, { method: 'POST', headers, body }).then(
      (response) => response.text(),
      () => {},
    );
    await sleep(1_000 / CALLS_PER_SECOND);
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

const KINDS: Record<FloodOrder['kind'], () => Promise<never>> = {
  languages: () => sendFromAll('document:language', (nth) => ({ language: nth % 2 ? 'python' : 'java' })),
  subscriptions: () => sendFromAll('subscribe', () => ({ channel: roomCode })),
  'offline notes': () => sendFromAll('document:offline', () => ({ id: randomUUID(), forMs: 1_000 })),
  cursors: () => sendFromAll('document:awareness', (nth) => ({ clientId: nth, update: 'AQEB' })),
  'unknown fields at sign-in': () => post('/login'),
  'unknown fields at joining': () => post(`/public/session/${roomCode}/join`),
  'unknown fields without a token': beatWithoutToken,
  '250 sockets of one token': crowd,
};
await KINDS[kind]();
