import type { ServerResponse } from 'node:http';
import { WebSocket } from 'ws';

/**
 * If a connection has more unsent bytes than this, it does not read at all and is ended: 8 MB, some thirty full texts.
 */
const DEAD_READER_BYTES = 8 * 1024 * 1024;
/** How often all connections are looked at (ms); between two looks a node sends one of them a few megabytes at most. */
const LOOK_EVERY_MS = 1_000;

/** The part of an Engine.IO connection that is used here. */
export interface Connection {
  transport: Transport;
  close(discard?: boolean): void;
}

interface Transport {
  name: string;
  on?(event: 'headers', listener: () => void): unknown;
}

/** The responses of polling connections that are not sent yet. */
const responses = new WeakMap<Transport, Set<ServerResponse>>();

/** Ends every connection that does not read, whatever is sent to it. Returns a function that stops this. */
export function endDeadReaders(connections: () => Iterable<Connection>): () => void {
  const timer = setInterval(() => {
    for (const connection of connections()) if (isDead(connection)) endConnection(connection);
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Returns true if a connection has so much unsent that its peer does not read at all. */
export const isDead = (connection: Connection) => unreadBytes(connection) > DEAD_READER_BYTES;

/** Ends a connection without waiting for its peer, whom an orderly close would give time. */
export function endConnection(connection: Connection): void {
  const webSocket = webSocketOf(connection);
  const terminate = webSocket && Reflect.get(webSocket, 'terminate');
  if (webSocket && terminate instanceof Function) Reflect.apply(terminate, webSocket, []);
  for (const response of responses.get(connection.transport) ?? []) response.destroy();
  connection.close(true);
}

/** Returns true if the connection is a WebSocket that no longer takes frames. */
export function isClosing(connection: Connection): boolean {
  const webSocket = webSocketOf(connection);
  return webSocket !== null && Reflect.get(webSocket, 'readyState') !== WebSocket.OPEN;
}

/** Remembers the responses of a polling connection, whose next request may come before they are read. */
export function trackResponses({ transport }: Connection): void {
  if (transport.name !== 'polling') return;
  const open = new Set<ServerResponse>();
  responses.set(transport, open);
  transport.on?.('headers', () => {
    const response: unknown = Reflect.get(transport, 'res');
    if (!isResponse(response) || open.has(response)) return;
    open.add(response);
    response.once('close', () => open.delete(response));
  });
}

/** Returns the unsent bytes in Engine.IO's buffer and below it; no library offers the sum. */
export function unreadBytes(connection: Connection): number {
  const packets: unknown = Reflect.get(connection, 'writeBuffer');
  const buffered: unknown = Reflect.get(webSocketOf(connection) ?? {}, 'bufferedAmount');
  let bytes = typeof buffered === 'number' ? buffered : 0;
  for (const packet of Array.isArray(packets) ? packets : []) bytes += packetBytes(packet);
  for (const response of responses.get(connection.transport) ?? []) bytes += response.writableLength;
  return bytes;
}

function webSocketOf({ transport }: Connection): object | null {
  const socket: unknown = Reflect.get(transport, 'socket');
  return socket instanceof Object ? socket : null;
}

function packetBytes(packet: unknown): number {
  const data: unknown = packet instanceof Object ? Reflect.get(packet, 'data') : undefined;
  return typeof data === 'string' ? data.length : 0;
}

function isResponse(value: unknown): value is ServerResponse {
  return value instanceof Object && 'writableLength' in value && 'destroy' in value;
}
