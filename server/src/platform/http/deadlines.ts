import type { FastifyHttpOptions, RawServerDefault } from 'fastify';
import type { App } from '../context.ts';

/** Connections of one node at a time: ten thousand rooms of two, beyond what one process serves. */
const CONNECTIONS_MAX = 20_000;

/**
 * How long a connection may take for what it sends, in milliseconds. None of it counts for a WebSocket, nor for an answer
 * that is long on its way as long as bytes of it go out.
 */
export const DEADLINES = {
  /** A whole request: the largest save takes 15 s where 200 KB arrive in a second. */
  requestTimeout: 30_000,
  /** Silence in the middle of a request or an answer; polling is answered after ten seconds. */
  connectionTimeout: 60_000,
  http: {
    headersTimeout: 15_000,
    /** How often Node looks for requests that are late. */
    connectionsCheckingInterval: 5_000,
  },
} satisfies FastifyHttpOptions<RawServerDefault>;

/** Refuses connections beyond what one process serves. */
export function limitConnections({ server }: Pick<App, 'server'>): void {
  server.maxConnections = CONNECTIONS_MAX;
}
