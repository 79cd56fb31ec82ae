/** How live updates reach this device: at once, by asking again and again, or not at all. */
export type Live = 'at once' | 'slowly' | 'not at all';

/** An attempt that takes longer than this has failed, in milliseconds. */
const WITHIN_MS = 5_000;

/** Tries the way that a room's connection will take, without entering any room. */
export async function probeTransport(): Promise<Live> {
  const host = (import.meta.env['VITE_SOCKET_URL'] as string | undefined) ?? window.location.origin;
  const url = `${host.replace(/\/+$/, '')}/socket.io/?EIO=4`;
  if (await opens(`${url.replace(/^http/, 'ws')}&transport=websocket`)) return 'at once';
  return (await answers(`${url}&transport=polling`)) ? 'slowly' : 'not at all';
}

function opens(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    const end = (isOpen: boolean) => {
      clearTimeout(timer);
      resolve(isOpen);
      socket.close();
    };
    const timer = setTimeout(end, WITHIN_MS, false);
    socket.addEventListener('open', () => end(true));
    socket.addEventListener('error', () => end(false));
  });
}

async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
