/** How live updates reach this device: immediately, by polling, or not at all. */
export type Transport = 'websocket' | 'polling' | 'none';

/** Timeout of an attempt, in milliseconds. */
const PROBE_TIMEOUT_MS = 5_000;

/** Returns the transport that a room's connection will get here, without entering a room. */
export async function probeTransport(): Promise<Transport> {
  const host = (import.meta.env['VITE_SOCKET_URL'] as string | undefined) ?? window.location.origin;
  const url = `${host.replace(/\/+$/, '')}/socket.io/?EIO=4`;
  const opens = opensWebSocket(`${url.replace(/^http/, 'ws')}&transport=websocket`);
  // Rejects if the browser has or allows no WebSocket.
  if (await opens.catch(() => false)) return 'websocket';
  return (await respondsOk(`${url}&transport=polling`)) ? 'polling' : 'none';
}

function opensWebSocket(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    const end = (isOpen: boolean) => {
      clearTimeout(timer);
      resolve(isOpen);
      socket.close();
    };
    const timer = setTimeout(end, PROBE_TIMEOUT_MS, false);
    socket.addEventListener('open', () => end(true));
    socket.addEventListener('error', () => end(false));
  });
}

async function respondsOk(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
