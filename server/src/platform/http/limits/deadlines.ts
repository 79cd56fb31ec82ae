import type { FastifyHttpOptions, RawServerDefault } from 'fastify';
import type { App } from '../../http-app.ts';

/** Open connections of one node: ten thousand rooms of two, beyond the capacity of one process. */
const CONNECTIONS_MAX = 20_000;

/** Time limits on requests (ms). They apply neither to WebSockets nor to a slow reply while its bytes keep flowing. */
export const DEADLINES = {
  /** A whole request: the largest save takes 15 s at 200 KB/s. */
  requestTimeout: 30_000,
  /** No bytes in the middle of a request or reply; long polling replies after ten seconds. */
  connectionTimeout: 60_000,
  http: {
    headersTimeout: 15_000,
    /** How often Node checks for late requests. */
    connectionsCheckingInterval: 5_000,
  },
} satisfies FastifyHttpOptions<RawServerDefault>;

/** Refuses connections beyond CONNECTIONS_MAX. */
export function limitConnections({ server }: Pick<App, 'server'>): void {
  server.maxConnections = CONNECTIONS_MAX;
}
