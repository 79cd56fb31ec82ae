/** A WebSocket that the page opened before the app ran, and the server's messages on it. */
interface Preconnected {
  socket: WebSocket;
  /** Unix time in milliseconds. */
  openedAt: number;
  received: unknown[];
}

/**
 * The server closes a connection if it requests no room within 10 s. An older one than this might be closed on the way
 * (ms).
 */
const FRESH_MS = 7_000;

declare global {
  var preconnected: Preconnected | undefined;
}

/** Opens the connection that the room will take over. `host` is an origin, or empty for the page's own. */
export function preconnect(host: string): void {
  try {
    const url = new URL('/socket.io/?EIO=4&transport=websocket', host || location.origin);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    const received: unknown[] = [];
    // The room replaces this handler.
    socket.onmessage = ({ data }) => received.push(data);
    globalThis.preconnected = { socket, openedAt: Date.now(), received };
  } catch {
    // The room connects by itself.
  }
}

/**
 * Returns the connection that the page opened, once; null if there is none, or if the server closed it or soon will.
 */
export function takePreconnected(): Preconnected | null {
  const { preconnected } = globalThis;
  globalThis.preconnected = undefined;
  if (!preconnected) return null;
  const { socket, openedAt } = preconnected;
  if (socket.readyState <= WebSocket.OPEN && Date.now() - openedAt < FRESH_MS) return preconnected;
  socket.close();
  return null;
}

/** Repeats the events of a connection in the next microtask, for handlers that are set until then. */
export function replay({ socket, received }: Preconnected): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  queueMicrotask(() => {
    socket.dispatchEvent(new Event('open'));
    for (const data of received) socket.dispatchEvent(new MessageEvent('message', { data }));
  });
}
