import { createAdapter } from '@socket.io/redis-adapter';
import type { RedisConnections } from './redis.ts';

type MakeAdapter = ReturnType<typeof createAdapter>;
type RedisAdapter = ReturnType<MakeAdapter>;

/** How long one node waits for the others' answers, in milliseconds. */
const REQUESTS_TIMEOUT_MS = 1_000;

/** The adapter that carries low-rate events between nodes, made safe against a Redis that goes away. */
export function socketAdapter({ commands, subscriber }: RedisConnections): {
  adapter: MakeAdapter;
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
  const make = createAdapter(publisher, listener, { requestsTimeout: REQUESTS_TIMEOUT_MS });
  // Socket.IO says `new`, which an arrow function does not take.
  function adapter(namespace: unknown): RedisAdapter {
    return standingAlone(make(namespace));
  }
  return { adapter, close };
}

/** The adapter, doing on this node without Redis what it can do without. */
function standingAlone(adapter: RedisAdapter): RedisAdapter {
  // Who waits for everybody's answers asks how many nodes there are, and takes no failure.
  const serverCount = adapter.serverCount.bind(adapter);
  adapter.serverCount = () => serverCount().catch(() => 1);
  // It reaches its own sockets by way of Redis too.
  const disconnectSockets = adapter.disconnectSockets.bind(adapter);
  adapter.disconnectSockets = (of, isFinal) => {
    disconnectSockets({ ...of, flags: { ...of.flags, local: true } }, isFinal);
    if (of.flags?.local !== true) disconnectSockets(of, isFinal);
  };
  return adapter;
}
