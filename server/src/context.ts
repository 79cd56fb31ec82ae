import type { FastifyBaseLogger } from 'fastify';
import type { LiveDocuments } from './features/documents/live/live-documents.ts';
import type { Ports } from './features/ports.ts';
import type { LiveRooms } from './features/rooms/live-rooms.ts';
import type { Limits } from './limits.ts';
import type { App } from './platform/http-app.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/database/database.ts';
import type { IdentityProvider } from './platform/identity-provider/identity-provider.ts';
import type { Refusals } from './platform/http/errors/refusals.ts';
import type { MailQueue } from './platform/mail/mail-queue.ts';
import type { Jobs } from './platform/jobs.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Payments } from './platform/payments/payments.ts';
import type { RedisConnections } from './platform/redis/redis.ts';
import type { RunEngine } from './platform/run-engine/run-engine.ts';
import type { Tokens } from './platform/security/tokens.ts';
import type { Vault } from './platform/security/vault.ts';

/** The context of services; created once at start and passed as an argument. */
export interface AppContext extends Ports {
  config: Config;
  db: Database;
  log: FastifyBaseLogger;
  tokens: Tokens;
  /** Encrypts small secrets. */
  vault: Vault;
  mails: MailQueue;
  /** Returns the address of the site, for links in e-mails; an address of this machine if PUBLIC_URL is not set. */
  origin: () => string;
  /** Null on a single node without Redis. */
  redis: RedisConnections | null;
  jobs: Jobs;
  metrics: Metrics;
  refusals: Refusals;
  /** The payment provider; null in production if none is configured. */
  payments: Payments | null;
  /** The provider that users may sign in with; null if none is configured. */
  identityProvider: IdentityProvider | null;
  /** The operator's server that runs programs; null if none is configured. */
  runEngine: RunEngine | null;
  limits: Limits;
  /** The open documents of this node. */
  documents: LiveDocuments;
  /** The live rooms of all nodes. */
  rooms: LiveRooms;
}

/** The context of most functions. */
export type DbContext = Pick<AppContext, 'db'>;
/** The context of functions on the text of a room. */
export type DocumentContext = Pick<AppContext, 'db' | 'documents'>;
/** The context of functions that reach the people in a room. */
export type RoomContext = DocumentContext & Pick<AppContext, 'rooms'>;
/** The context of functions that write addresses. */
export type LinkContext = Pick<AppContext, 'db' | 'config' | 'origin'>;
/** The context of functions with limits on failures and abuse. */
export type LimitContext = LinkContext & Pick<AppContext, 'limits' | 'log'>;
/** The context of functions that write mails. */
export type MailContext = LimitContext & Pick<AppContext, 'mails'>;
/** The context of functions on passwords, tokens and second steps. */
export type SignInContext = MailContext & Pick<AppContext, 'tokens' | 'vault'>;

/** A feature's entry: registers its routes, and adds its e-mails and jobs to the context. */
export type Feature = (api: App, ctx: AppContext) => void | Promise<void>;
