import { createAdapter } from '@socket.io/redis-adapter';
import type { RedisConnections } from './redis.ts';

type AdapterFactory = ReturnType<typeof createAdapter>;
type RedisAdapter = ReturnType<AdapterFactory>;

/** How long a node waits for replies of the others (ms). */
const REQUESTS_TIMEOUT_MS = 1_000;

/** Creates the adapter that carries low-rate events between nodes and survives an outage of Redis. */
export function socketAdapter({ commands, subscriber, duplicate }: RedisConnections): {
  adapter: AdapterFactory;
  close: () => void;
} {
  const publisher = duplicate(commands);
  const listener = duplicate(subscriber);
  const close = () => {
    publisher.disconnect();
    listener.disconnect();
  };
  const create = createAdapter(publisher, listener, { requestsTimeout: REQUESTS_TIMEOUT_MS });
  // Socket.IO calls the factory with `new`, which an arrow function does not allow.
  function adapter(namespace: unknown): RedisAdapter {
    return withoutRedisFailures(create(namespace));
  }
  return { adapter, close };
}

/** Makes the adapter act on this node's sockets during an outage of Redis. */
function withoutRedisFailures(adapter: RedisAdapter): RedisAdapter {
  // Socket.IO requests the number of nodes before it waits for acknowledgements, and does not catch a failure.
  const serverCount = adapter.serverCount.bind(adapter);
  adapter.serverCount = () => serverCount().catch(() => 1);
  // The adapter would reach this node's own sockets through Redis as well.
  const disconnectSockets = adapter.disconnectSockets.bind(adapter);
  adapter.disconnectSockets = (of, isFinal) => {
    disconnectSockets({ ...of, flags: { ...of.flags, local: true } }, isFinal);
    if (of.flags?.local !== true) disconnectSockets(of, isFinal);
  };
  return adapter;
}
