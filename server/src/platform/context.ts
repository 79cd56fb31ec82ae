import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { IdentityProvider } from './identity-provider/identity-provider.ts';
import type { Refusals } from './http/errors/refusals.ts';
import type { MailQueue } from './mail/mail-queue.ts';
import type { Jobs } from './jobs.ts';
import type { Metrics } from './metrics.ts';
import type { Payments } from './payments/payments.ts';
import type { RedisConnections } from './redis/redis.ts';
import type { RunEngine } from './run-engine/run-engine.ts';
import type { Tokens } from './security/tokens.ts';
import type { Vault } from './security/vault.ts';

/** The services of a node that every feature may use; created once at start and passed as an argument. */
export interface PlatformContext {
  config: Config;
  db: Database;
  log: FastifyBaseLogger;
  tokens: Tokens;
  /** Encrypts small secrets. */
  vault: Vault;
  /** The queue of e-mails. */
  mails: MailQueue;
  /** Returns the address of the site, for links in e-mails; without PUBLIC_URL an address of this machine. */
  origin: () => string;
  /** Null on a single node without Redis. */
  redis: RedisConnections | null;
  /** The jobs of this node. */
  jobs: Jobs;
  metrics: Metrics;
  refusals: Refusals;
  /** The payment provider; null in production where none is configured. */
  payments: Payments | null;
  /** The provider that users may sign in with; null where none is configured. */
  identityProvider: IdentityProvider | null;
  /** The operator's server that runs programs; null where none is configured. */
  runEngine: RunEngine | null;
}

/** The HTTP application, with types taken from the route schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;
