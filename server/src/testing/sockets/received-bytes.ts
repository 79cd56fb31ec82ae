import type { PlainClient } from './plain-client.ts';

/**
 * Records every packet that a client receives from now on, over new connections as well; returns a function that
 * returns them as one text.
 */
export function recordReceived({ socket }: PlainClient): () => string {
  let bytes = '';
  const record = () =>
    socket.io.engine.on('packet', ({ data }: { data?: unknown }) => {
      bytes += String(data);
    });
  if (socket.connected) record();
  socket.io.on('open', record);
  return () => bytes;
}
