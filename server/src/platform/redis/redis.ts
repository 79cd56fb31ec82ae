import type { FastifyBaseLogger } from 'fastify';
import { Redis } from 'ioredis';

/** The connections of one node: one for commands and publishing, one for subscriptions, and further ones like these. */
export interface RedisConnections {
  commands: Redis;
  subscriber: Redis;
  /** Opens a further connection like one of these; its failures are not logged. */
  duplicate: (of: Redis) => Redis;
  /** Returns true if all connections are there. */
  areReady: () => boolean;
  /** Returns how often connections were lost, each time perhaps with messages of other nodes. */
  losses: () => number;
  close: () => void;
}

const CONNECT_TIMEOUT_MS = 500;
/** If a command gets no reply, it fails after this time (ms). */
export const COMMAND_TIMEOUT_MS = 1_000;
/** If a connection gets no reply for this long, it is closed (ms): commands for a hanging Redis would pile up. */
const SILENT_MS = 2_000;
const RETRY_MAX_MS = 500;

/**
 * Connects to Redis. Commands fail fast during an outage (no offline queue); the subscriber reconnects forever. Redis
 * only carries notifications: no durable write depends on it.
 */
export function connectRedis(url: string, log: Pick<FastifyBaseLogger, 'warn'>): RedisConnections {
  const shared = {
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENT_MS,
    retryStrategy: (attempt: number) => Math.min(50 * attempt, RETRY_MAX_MS),
  };
  const target = url.startsWith('unix:') ? url.slice('unix://'.length) : url;
  const commands = new Redis(target, {
    ...shared,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: COMMAND_TIMEOUT_MS,
  });
  const subscriber = new Redis(target, { ...shared, maxRetriesPerRequest: null });
  for (const [name, client] of Object.entries({ commands, subscriber })) {
    // Without a listener an outage would crash the process. Logs at most one line a second.
    client.on(
      'error',
      oncePerSecond((error: Error) => log.warn({ code: codeOf(error), client: name }, 'Redis connection error')),
    );
  }
  const all: Redis[] = [];
  let losses = 0;
  const watch = (client: Redis) => {
    all.push(client);
    client.on('close', () => losses++);
  };
  for (const client of [commands, subscriber]) watch(client);
  return {
    commands,
    subscriber,
    duplicate(of) {
      const further = of.duplicate();
      further.on('error', () => {});
      watch(further);
      return further;
    },
    areReady: () => all.every(({ status }) => status === 'ready'),
    losses: () => losses,
    close: () => {
      for (const client of all) client.disconnect();
    },
  };
}

/** Returns the system's error code, or the first word of Redis's message: the rest may quote a command. */
function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^[A-Z]+\b/.exec(error.message)?.[0] ?? error.name;
}

function oncePerSecond<T>(log: (value: T) => void): (value: T) => void {
  let last = 0;
  return (value) => {
    if (Date.now() - last < 1_000) return;
    last = Date.now();
    log(value);
  };
}
