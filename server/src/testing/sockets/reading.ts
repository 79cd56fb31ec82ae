import type { PlainClient } from './plain-client.ts';

/** Pauses and resumes reading on a client's connection, like a stalled phone. */
export function reading({ socket }: Pick<PlainClient, 'socket'>): { stop(): void; start(): void } {
  const webSocket: unknown = Reflect.get(socket.io.engine.transport, 'ws');
  if (!(webSocket instanceof Object)) throw new Error('The client needs a WebSocket.');
  const call = (name: string) => void Reflect.apply(Reflect.get(webSocket, name), webSocket, []);
  return { stop: () => call('pause'), start: () => call('resume') };
}
