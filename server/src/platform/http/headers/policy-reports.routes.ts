import { reportPolicyViolations } from '@cip/contracts/protocol/browser-reports';
import type { FastifyBaseLogger } from 'fastify';
import type { App } from '../../http-app.ts';
import type { Config } from '../../config/config.ts';
import type { RedisConnections } from '../../redis/redis.ts';
import { createFailureLimit } from '../../redis/failure-limit.ts';
import { networkOf } from '../network.ts';
import { readPolicyReports } from './policy-reports.ts';

const FORMATS = ['application/csp-report', 'application/reports+json'];
const BODY_MAX_BYTES = 16 * 1024;
const REQUESTS_MAX = 60;
const WINDOW_SECONDS = 15 * 60;

/** Registers the route for reports about the content security policy. */
export async function policyReportRoutes(
  api: App,
  ctx: { config: Config; redis: RedisConnections | null; log: FastifyBaseLogger },
): Promise<void> {
  const requests = createFailureLimit({
    redis: ctx.redis,
    enabled: ctx.config.rateLimits,
    purpose: 'csp-reports',
    max: REQUESTS_MAX,
    windowSeconds: WINDOW_SECONDS,
  });
  const parse = api.getDefaultJsonParser('error', 'error');
  await api.register(async (scope: App) => {
    scope.addContentTypeParser(FORMATS, { parseAs: 'string', bodyLimit: BODY_MAX_BYTES }, (request, body, done) => {
      void parse(request, String(body), (error, value) => done(error, error ? undefined : readPolicyReports(value)));
    });
    scope.route({
      ...reportPolicyViolations,
      bodyLimit: BODY_MAX_BYTES,
      async handler({ body, ip }) {
        await requests.take(networkOf(ip));
        for (const report of body.reports) ctx.log.warn({ report }, 'content security policy violation');
        return { message: 'Noted' };
      },
    });
  });
}
