import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { ROOMS_NAMESPACE } from '@cip/contracts/rooms/rooms';
import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preconnect } from '../../web/src/features/rooms/connection/preconnect.ts';
import { createConnectSocket } from '../../web/src/features/rooms/connection/socket-link.ts';
import type {
  DisconnectReason,
  SocketLink,
  SocketLinkEvents,
} from '../../web/src/features/rooms/connection/socket-link.ts';

const TIMED_OUT = { message: 'timeout' };
const identity = { roomCode: 'room-1', userName: 'Ada', userType: 'candidate' as const, authToken: () => undefined };

let http: ReturnType<typeof createServer>;
let server: Server;
let url: string;
/** Whether the proxy passes WebSockets and polling on; if not, it never replies. */
let passes: { websocket: boolean; polling: boolean };
/** Connections of WebSockets. */
let upgrades: Duplex[];
/** The transport that each connection began with. */
let begun: (string | null)[];
let connectSocket: ReturnType<typeof createConnectSocket>;
let links: SocketLink[];

beforeEach(async () => {
  // Time passes as usual, because the network is real, and is advanced to a timeout.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  http = createServer();
  server = new Server(http, { cors: { origin: '*' } });
  server.of(ROOMS_NAMESPACE);
  const [upgrade] = http.listeners('upgrade') as ((request: IncomingMessage, socket: Duplex, head: Buffer) => void)[];
  http.removeAllListeners('upgrade').on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrades.push(socket);
    noteBegun(request);
    if (passes.websocket) upgrade?.(request, socket, head);
  });
  const [respond] = http.listeners('request') as RequestListener[];
  http.removeAllListeners('request').on('request', (request, response) => {
    noteBegun(request);
    if (passes.polling) respond?.(request, response);
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  vi.stubEnv('VITE_SOCKET_URL', url);
  upgrades = [];
  passes = { websocket: true, polling: true };
  begun = [];
  connectSocket = createConnectSocket();
  links = [];
});

afterEach(async () => {
  for (const link of links) link.close();
  for (const socket of upgrades) socket.destroy();
  http.closeAllConnections();
  await server.close();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function noteBegun(request: IncomingMessage): void {
  const { searchParams } = new URL(request.url ?? '', url);
  if (!searchParams.has('sid')) begun.push(searchParams.get('transport'));
}

/** Begins an attempt. `result` is null if it connects, otherwise why not; `onDisconnect` is called at its end. */
function attempt() {
  const { promise: result, resolve } = Promise.withResolvers<DisconnectReason | null>();
  const onDisconnect = vi.fn<SocketLinkEvents['onDisconnect']>(resolve);
  const link = connectSocket(identity, { onConnect: () => resolve(null), onDisconnect, handlers: {} });
  links.push(link);
  return { result, onDisconnect, close: () => link.close() };
}

/** The part of a browser's `XMLHttpRequest` that polling uses. */
class FetchedRequest {
  readyState = 0;
  status = 0;
  responseText = '';
  onreadystatechange = () => {};
  readonly setRequestHeader = () => {};
  readonly #aborted = new AbortController();
  #method = '';
  #url = '';

  open(method: string, address: string): void {
    this.#method = method;
    this.#url = address;
  }

  send(body: string | null): void {
    void this.#request(body).catch(() => {});
  }

  abort(): void {
    this.#aborted.abort();
  }

  async #request(body: string | null): Promise<void> {
    const response = await fetch(this.#url, { method: this.#method, body, signal: this.#aborted.signal });
    this.responseText = await response.text();
    this.status = response.status;
    this.readyState = 4;
    this.onreadystatechange();
  }
}

/** Opens a WebSocket as the join card does, and waits until the server has sent its handshake. */
async function preconnected(): Promise<void> {
  preconnect(url);
  await vi.waitFor(() => expect(globalThis.preconnected?.received).toHaveLength(1), { timeout: 10_000 });
}

/** Begins an attempt whose first request is swallowed, and waits until it times out. */
async function timeOut(request: 'upgrade' | 'request'): Promise<DisconnectReason | null> {
  const { result } = attempt();
  await once(http, request);
  await vi.advanceTimersByTimeAsync(4_000);
  return result;
}

test('polls after a WebSocket that a proxy swallowed, and again when that connection is lost', async () => {
  passes.websocket = false;
  expect(await timeOut('upgrade')).toEqual(TIMED_OUT);
  const polling = attempt();
  expect(await polling.result).toBeNull();
  polling.close();
  expect(await attempt().result).toBeNull();
  expect(begun).toEqual(['websocket', 'polling', 'polling']);
});

test('begins with a WebSocket again once polling was upgraded to one', async () => {
  passes.websocket = false;
  await timeOut('upgrade');
  passes.websocket = true;
  const polling = attempt();
  const upgraded = new Promise((resolve) =>
    server.of(ROOMS_NAMESPACE).once('connection', ({ conn }) => conn.once('upgrade', resolve)),
  );
  expect(await polling.result).toBeNull();
  await upgraded;
  polling.close();
  expect(await attempt().result).toBeNull();
  expect(begun).toEqual(['websocket', 'polling', 'websocket']);
});

test('begins with a WebSocket again if polling is swallowed too', async () => {
  passes = { websocket: false, polling: false };
  await timeOut('upgrade');
  expect(await timeOut('request')).toEqual(TIMED_OUT);
  passes.websocket = true;
  expect(await attempt().result).toBeNull();
  expect(begun).toEqual(['websocket', 'polling', 'websocket']);
});

test('gives up a preconnected WebSocket that died meanwhile as soon as any other', async () => {
  await preconnected();
  for (const socket of upgrades) socket.pause();
  const { onDisconnect } = attempt();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(onDisconnect).toHaveBeenCalledWith(TIMED_OUT);
});

test('keeps a preconnected WebSocket that connects', async () => {
  await preconnected();
  const { result, onDisconnect } = attempt();
  expect(await result).toBeNull();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(onDisconnect).not.toHaveBeenCalled();
  expect(begun).toEqual(['websocket']);
});

test('closes a preconnected WebSocket that the server is about to close', async () => {
  await preconnected();
  vi.setSystemTime(Date.now() + 8_000);
  expect(await attempt().result).toBeNull();
  await vi.waitFor(() => expect(upgrades.map(({ destroyed }) => destroyed)).toEqual([true, false]), {
    timeout: 10_000,
  });
  expect(begun).toEqual(['websocket', 'websocket']);
});

test('polls immediately if a preconnected WebSocket fails after it was taken over', async () => {
  vi.stubGlobal('XMLHttpRequest', FetchedRequest);
  passes.websocket = false;
  preconnect(url);
  await once(http, 'upgrade');
  const { result } = attempt();
  upgrades[0]?.destroy();
  expect(await result).toBeNull();
  expect(begun).toEqual(['websocket', 'polling']);
});

test('ends immediately if a preconnected WebSocket breaks after the handshake', async () => {
  await preconnected();
  for (const socket of upgrades) socket.pause();
  const { result } = attempt();
  upgrades[0]?.destroy();
  expect(await result).toEqual({ message: 'websocket error' });
});
