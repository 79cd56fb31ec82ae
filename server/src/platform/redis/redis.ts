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
const DEFAULT_PORT = 6379;
/** The first word of an error that Redis replies. */
const REFUSAL = /^[A-Z]+\b/;

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
  // Each cause once, until there is a connection again, because both try again several times a second.
  const logged = new Set<string>();
  for (const client of [commands, subscriber]) {
    // Without a listener an outage would crash the process.
    client.on('error', (error: Error) => {
      const code = codeOf(error);
      if (!logged.has(code)) log.warn({ code }, messageOf(error, placeOf(url)));
      logged.add(code);
    });
    client.on('ready', () => logged.clear());
  }
  const all: Redis[] = [];
  let losses = 0;
  const watch = (client: Redis) => {
    all.push(client.on('close', () => losses++));
    takeFailures(client);
    return client;
  };
  return {
    commands: watch(commands),
    subscriber: watch(subscriber),
    duplicate: (of) => watch(of.duplicate().on('error', () => {})),
    areReady: () => all.every(({ status }) => status === 'ready'),
    losses: () => losses,
    close: () => {
      for (const client of all) client.disconnect();
    },
  };
}

/**
 * Makes a command that fails, and whose caller does not ask, no unhandled rejection: ioredis does not catch its own
 * subscriptions after a loss, nor does Socket.IO's adapter catch what it sends. A caller that awaits still gets the error.
 */
function takeFailures(client: Redis): void {
  client.sendCommand = (command, stream) => {
    command.promise.catch(() => {});
    return Redis.prototype.sendCommand.call(client, command, stream);
  };
}

/** Returns the line for the operator about a failed connection. */
function messageOf(error: Error, place: string): string {
  const code = codeOf(error);
  return REFUSAL.test(error.message)
    ? `REDIS_URL: Redis at ${place} refused the connection: ${code}.`
    : `REDIS_URL: no connection to Redis at ${place}: ${code}. This node goes on without it, and tries again.`;
}

/** Returns the system's error code, or the first word of Redis's message: the rest may quote a command. */
function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  return REFUSAL.exec(error.message)?.[0] ?? 'no reply';
}

/** Returns the host and port of a Redis, or its socket, without user and password. */
function placeOf(url: string): string {
  const { protocol, host, hostname, port, pathname } = new URL(url);
  if (protocol === 'unix:') return pathname;
  return port ? host : `${hostname}:${DEFAULT_PORT}`;
}
