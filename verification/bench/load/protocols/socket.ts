import { WebSocket } from 'ws';

/** Opens a WebSocket for binary frames. Rejects if the server refuses. */
export async function openSocket(url: string, onFrame: (frame: Uint8Array) => void): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket.binaryType = 'nodebuffer';
  socket.on('message', (data) => {
    if (Buffer.isBuffer(data)) onFrame(data);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return socket;
}

/** Returns the URL of a room on a server that identifies rooms by path. */
export function webSocketUrl(url: string, room = ''): string {
  return `${url.replace(/^http/, 'ws')}/${room}`;
}
