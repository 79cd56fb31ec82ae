import { createAdapter } from '@socket.io/redis-adapter';
import type { RedisConnections } from './redis.ts';

/** How long one node waits for the others' answers, in milliseconds. */
const REQUESTS_TIMEOUT_MS = 1_000;

/** The adapter that carries low-rate events between nodes, made safe against a Redis that goes away. */
export function socketAdapter({ commands, subscriber }: RedisConnections): {
  adapter: ReturnType<typeof createAdapter>;
  close: () => void;
} {
  const publisher = commands.duplicate();
  const listener = subscriber.duplicate();
  for (const client of [publisher, listener]) client.on('error', () => {});
  // The adapter does not catch a failed publish; in an outage that would end the process.
  const publish = publisher.publish.bind(publisher);
  publisher.publish = (...args: Parameters<typeof publish>) => publish(...args).catch(() => 0);
  // Nor a failed subscription, which it asks for when it starts and stops.
  const send = listener.sendCommand.bind(listener);
  listener.sendCommand = (command, stream) => {
    command.promise.catch(() => {});
    return send(command, stream);
  };
  const close = () => {
    publisher.disconnect();
    listener.disconnect();
  };
  return { adapter: createAdapter(publisher, listener, { requestsTimeout: REQUESTS_TIMEOUT_MS }), close };
}
