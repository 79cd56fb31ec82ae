import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import jwt from '@fastify/jwt';
import Fastify, { LogController, type FastifyHttpOptions, type RawServerDefault } from 'fastify';
import type { Config } from './platform/config/config.ts';
import type { AppContext, Feature } from './context.ts';
import type { App } from './platform/http-app.ts';
import type { Databases } from './platform/database/database.ts';
import { notFound } from './errors.ts';
import { accounts } from './features/accounts/accounts.plugin.ts';
import { signInOptions } from './features/accounts/sign-in-ways.service.ts';
import { findPrincipal } from './features/accounts/sign-in/auth.service.ts';
import { audit } from './features/audit/audit.plugin.ts';
import { billing } from './features/billing/billing.plugin.ts';
import { exports } from './features/exports/exports.plugin.ts';
import { findKeyPrincipal } from './features/integrations/api-keys.service.ts';
import { integrations } from './features/integrations/integrations.plugin.ts';
import { interviewers } from './features/interviewers/interviewers.plugin.ts';
import { interviews } from './features/interviews/interviews.plugin.ts';
import { findInvitingCompany } from './features/interviews/public/link-preview.service.ts';
import { LAYERS, type FeatureName } from './features/order.ts';
import { playback } from './features/playback/playback.plugin.ts';
import { questions } from './features/questions/questions.plugin.ts';
import { receipts } from './features/receipts/receipts.plugin.ts';
import { runs } from './features/runs/runs.plugin.ts';
import { reports } from './features/reports/reports.plugin.ts';
import { retention } from './features/retention/retention.plugin.ts';
import { scorecards } from './features/scorecards/scorecards.plugin.ts';
import { testPayments } from './features/test-payments/test-payments.plugin.ts';
import { collectMethods, MethodNotAllowed, type MethodsAt } from './platform/http/allowed-methods.ts';
import { apiDocs } from './platform/http/docs/api-docs.ts';
import { API_KEY_PREFIX, authenticate } from './platform/http/authenticate.ts';
import { DEADLINES, limitConnections } from './platform/http/limits/deadlines.ts';
import { emptyJsonBody } from './platform/http/empty-json-body.ts';
import { healthRoutes } from './platform/http/health.ts';
import { sendError } from './platform/http/errors/http-errors.ts';
import { limitRequests } from './platform/http/limits/rate-limits.ts';
import { requireOneHost } from './platform/http/one-host.ts';
import { logError } from './platform/log-error.ts';
import { policyReportRoutes } from './platform/http/headers/policy-reports.routes.ts';
import { pathOf } from './platform/http/request-path.ts';
import { throwRouterErrors, rerouteRouterError } from './platform/http/errors/router-errors.ts';
import { serializeReplies } from './platform/http/serialize-replies.ts';
import { securityHeaders } from './platform/http/headers/security-headers.ts';
import { securityTxt } from './platform/http/headers/security-txt.ts';
import { generatedSecret } from './platform/security/signing-secret.ts';
import { jwtOptions } from './platform/security/tokens.ts';
import { refuseUnreadable } from './platform/http/errors/unreadable-request.ts';
import { validateRequests } from './platform/http/validate-requests.ts';
import { serveWebApp } from './platform/http/pages/web-app.ts';
import { openContext } from './open-context.ts';

/** Largest request body in bytes. A route with longer fields raises it; reading a body delays other requests. */
const BODY_LIMIT_BYTES = 16 * 1024;

/** The features with routes, mails or jobs. The others serve features above them. */
const PLUGINS: Partial<Record<FeatureName, Feature>> = {
  audit,
  accounts,
  billing,
  integrations,
  interviewers,
  runs,
  questions,
  interviews,
  scorecards,
  playback,
  exports,
  receipts,
  reports,
  retention,
  'test-payments': testPayments,
};

/** Creates a node: pages, API and sockets on one HTTP server. The database must be migrated. */
export async function createApp(
  config: Config,
  { db, roomDb, logDb }: Databases,
): Promise<{ app: App; ctx: AppContext }> {
  const app: App = Fastify(serverOptions(config));
  app.setValidatorCompiler(validateRequests);
  app.setSerializerCompiler(serializeReplies);
  app.setErrorHandler(sendError);
  const methodsAt = collectMethods(app);
  emptyJsonBody(app);
  limitConnections(app);
  requireOneHost(app);
  const secret = config.jwtSecret ?? (await generatedSecret(db));
  await app.register(jwt, jwtOptions(secret));
  // Only sign-ins read a cookie, so no other request is parsed for them.
  await app.register(cookie, { hook: false });
  const ctx = openContext(app, { config, db, roomDb, logDb, secret });
  await securityHeaders(app, config);
  await app.register(cors, { origin: config.corsOrigins, credentials: false, exposedHeaders: ['date'] });
  limitRequests(app, ctx);
  throwRouterErrors(app);
  authenticate(app, (token) =>
    token.startsWith(API_KEY_PREFIX) ? findKeyPrincipal(ctx, token) : findPrincipal(ctx, token),
  );
  healthRoutes(app, ctx);
  securityTxt(app, ctx.config);
  if (config.apiDocs) await apiDocs(app);
  await app.register(async (api: App) => apiRoutes(api, ctx, methodsAt), { prefix: '/api' });
  await serveWebApp(app, config, methodsAt, {
    origin: ctx.origin,
    findInvitingCompany: (network, roomCode) => findInvitingCompany(ctx, network, roomCode),
    signIn: config.oidc ? signInOptions(config) : null,
  });
  ctx.mails.start();
  ctx.jobs.start();
  return { app, ctx };
}

async function apiRoutes(api: App, ctx: AppContext, methodsAt: MethodsAt): Promise<void> {
  for (const name of LAYERS.flat()) await PLUGINS[name]?.(api, ctx);
  await policyReportRoutes(api, ctx);
  api.setNotFoundHandler((request) => {
    const methods = methodsAt(pathOf(request.url));
    throw methods.length > 0 ? new MethodNotAllowed(methods) : notFound('Unknown endpoint.');
  });
}

function serverOptions(config: Config): FastifyHttpOptions<RawServerDefault> {
  return {
    ...DEADLINES,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    // URLs contain room codes, so requests are not logged.
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: config.logLevel,
      serializers: { err: logError },
      redact: ['req.headers.authorization', 'req.url', 'token', 'password', '*.token', '*.password'],
    },
    routerOptions: { maxParamLength: 100 },
    frameworkErrors: rerouteRouterError,
    clientErrorHandler: refuseUnreadable,
  };
}
