import type { Config } from './platform/config/config.ts';
import type { AppContext } from './context.ts';
import type { App } from './platform/http-app.ts';
import type { Databases } from './platform/database/database.ts';
import { findSubscription } from './features/billing/billing.service.ts';
import { LiveDocuments } from './features/documents/live/live-documents.ts';
import type { Ports } from './features/ports.ts';
import { openGateway } from './features/rooms/gateway/server.ts';
import { findHiddenNotes } from './features/scorecards/overview.service.ts';
import { requireInterviewerSeat } from './features/billing/limits.service.ts';
import { createLimits } from './limits.ts';
import { openPayments } from './payments.ts';
import { IdentityProvider } from './platform/identity-provider/identity-provider.ts';
import { openMailQueue } from './platform/mail/mail-queue.ts';
import { openMailer } from './platform/mail/mailer.ts';
import { Jobs, type Job } from './platform/jobs.ts';
import { createMetrics } from './platform/metrics.ts';
import { connectRedis } from './platform/redis/redis.ts';
import { openRunEngine, type RunEngine } from './platform/run-engine/run-engine.ts';
import { Refusals } from './platform/http/errors/refusals.ts';
import { recordRefusedRequests } from './platform/http/errors/refused-requests.ts';
import { openSiteOrigin } from './platform/http/pages/site-origin.ts';
import { createTokens } from './platform/security/tokens.ts';
import { createVault } from './platform/security/vault.ts';

const PORTS: Ports = { findSubscription, requireInterviewerSeat, findHiddenNotes };

/** What a node opens before its services. */
interface Opened extends Databases {
  config: Config;
  /** The secret that signs tokens and encrypts small secrets. */
  secret: string;
}

/** Opens what the services of a node use; it closes with the app. */
export function openContext(app: App, { config, db, roomDb, logDb, secret }: Opened): AppContext {
  const redis = config.redisUrl ? connectRedis(config.redisUrl, app.log) : null;
  const metrics = createMetrics();
  const refusals = new Refusals(app.log, metrics, secret);
  recordRefusedRequests(app, refusals);
  const documents = new LiveDocuments({ db, roomDb, logDb, redis, metrics, log: app.log });
  const keys = { tokens: createTokens(app.jwt), vault: createVault(secret) };
  const site = openSiteOrigin(app, config);
  const { origin } = site;
  const mails = openMailQueue(db, openMailer(config, app.log), app.log, site);
  const payments = openPayments(config, db);
  const runEngine = openRunEngine(config, app.log);
  const identityProvider = config.oidc ? new IdentityProvider(config.oidc, app.log) : null;
  const base = {
    config,
    db,
    log: app.log,
    ...keys,
    mails,
    jobs: new Jobs(app.log),
    origin,
    redis,
    metrics,
    refusals,
    payments,
    identityProvider,
    runEngine,
    limits: createLimits({ config, redis }),
    ...PORTS,
    documents,
  };
  const ctx: AppContext = { ...base, rooms: openGateway(app.server, { ...base, db: roomDb }) };
  if (runEngine) ctx.jobs.add(refreshJob(runEngine));
  if (identityProvider) ctx.jobs.add(discoveryJob(identityProvider));
  app.addHook('preClose', async () => {
    runEngine?.close();
    await Promise.all([ctx.jobs.stop(), ctx.rooms.drain()]);
  });
  app.addHook('onClose', async () => {
    await mails.close();
    await documents.close();
    redis?.close();
  });
  return ctx;
}

/** How often a node checks whether its data about the engine or the sign-in provider is old or missing (ms). */
const REFRESH_EVERY_MS = 60_000;

/** Reads the engine's languages at start, and again if the list is old. */
function refreshJob(runEngine: RunEngine): Job {
  return {
    name: 'read the run engine languages',
    everyMs: REFRESH_EVERY_MS,
    firstWithinMs: 0,
    run: () => runEngine.refreshLanguages(),
  };
}

/** Reads the sign-in provider's metadata at start, and again if it is old or there was no answer. */
function discoveryJob(provider: IdentityProvider): Job {
  return {
    name: 'discover the sign-in provider',
    everyMs: REFRESH_EVERY_MS,
    firstWithinMs: 0,
    run: () => provider.refresh(),
  };
}
