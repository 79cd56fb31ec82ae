import type { FastifyBaseLogger } from 'fastify';
import { Redis } from 'ioredis';

/** The connections of one node: commands and publishing, and one that only listens. */
export interface RedisConnections {
  commands: Redis;
  subscriber: Redis;
  close: () => void;
}

const CONNECT_TIMEOUT_MS = 500;
const COMMAND_TIMEOUT_MS = 1_000;
const RETRY_MAX_MS = 500;

/**
 * Connects to Redis. Commands fail fast while it is down (no queue), so that nothing waits for it; the
 * subscriber keeps trying for ever. Redis is a doorbell: no durable write depends on it.
 */
export function connectRedis(url: string, log: Pick<FastifyBaseLogger, 'warn'>): RedisConnections {
  const shared = {
    connectTimeout: CONNECT_TIMEOUT_MS,
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
    // Without a listener an outage ends the process; one line a second is enough to know.
    client.on(
      'error',
      everySecond((error: Error) => log.warn({ code: codeOf(error), client: name }, 'redis trouble')),
    );
  }
  const close = () => {
    commands.disconnect();
    subscriber.disconnect();
  };
  return { commands, subscriber, close };
}

// The system's code, or the first word of a refusal: the rest may quote a command.
function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^[A-Z]+\b/.exec(error.message)?.[0] ?? error.name;
}

function everySecond<T>(say: (value: T) => void): (value: T) => void {
  let last = 0;
  return (value) => {
    if (Date.now() - last < 1_000) return;
    last = Date.now();
    say(value);
  };
}
