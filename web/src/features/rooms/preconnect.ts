/** A WebSocket that the page opened before the app ran, and what the server sent on it. */
interface Preconnected {
  socket: WebSocket;
  received: unknown[];
}

declare global {
  var preconnected: Preconnected | undefined;
}

/** Opens the connection that the room will take over. `host` is an origin, or empty for the page's own. */
export function preconnect(host: string): void {
  const url = new URL('/socket.io/?EIO=4&transport=websocket', host || location.origin);
  url.protocol = url.protocol.replace('http', 'ws');
  const socket = new WebSocket(url);
  const received: unknown[] = [];
  // The room replaces this handler.
  socket.onmessage = ({ data }) => received.push(data);
  globalThis.preconnected = { socket, received };
}

/**
 * Returns the connection that the page opened, once; null when there is none, or it was closed meanwhile: the server
 * waits only some seconds for a socket that asks for no room.
 */
export function takePreconnected(): Preconnected | null {
  const { preconnected } = globalThis;
  globalThis.preconnected = undefined;
  return preconnected && preconnected.socket.readyState <= WebSocket.OPEN ? preconnected : null;
}

/** Lets what happened on a connection happen again in the next microtask, for handlers that are set until then. */
export function replay({ socket, received }: Preconnected): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  queueMicrotask(() => {
    socket.dispatchEvent(new Event('open'));
    for (const data of received) socket.dispatchEvent(new MessageEvent('message', { data }));
  });
}
