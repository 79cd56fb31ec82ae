import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { LiveDocuments } from './features/documents/live-documents.ts';
import type { ByRoomCode } from './features/interviews/room-code-misses.ts';
import type { LiveRooms } from './features/rooms/live-rooms.ts';
import type { MailQueue } from './platform/mail-queue.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Payments } from './platform/payments.ts';
import type { RedisConnections } from './platform/redis.ts';
import type { Refusals } from './platform/refusals.ts';
import type { Tokens } from './platform/tokens.ts';
import type { Vault } from './platform/vault.ts';

/** What every service needs; made once at start and handed down, never reached for. */
export interface AppContext {
  config: Config;
  db: Database;
  log: FastifyBaseLogger;
  tokens: Tokens;
  /** Seals small secrets. */
  vault: Vault;
  /** Mails on their way. */
  mails: MailQueue;
  /** The address people use, for links in mails; never taken from a request. */
  origin: () => string;
  /** Null on a single node without Redis. */
  redis: RedisConnections | null;
  metrics: Metrics;
  refusals: Refusals;
  /** Who takes the payments; null in production where nobody is set up to. */
  payments: Payments | null;
  /** What a stranger's room code asks for, counted where it leads nowhere. */
  byRoomCode: ByRoomCode;
  /** The open documents of this node. */
  documents: LiveDocuments;
  /** The live rooms, on every node. */
  rooms: LiveRooms;
}

/** The HTTP application, with types taken from the route schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;
