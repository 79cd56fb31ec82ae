import helmet from '@fastify/helmet';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { App } from '../../http-app.ts';
import {
  contentSecurityPolicy,
  PERMISSIONS_POLICY,
  REPORTING_ENDPOINTS,
  REPORTS,
  TRUSTED_TYPES_DIRECTIVES,
} from './content-security-policy.ts';
import { forbidden } from '../../../errors.ts';
import { isApiRequest, pathOf } from '../request-path.ts';

/**
 * Sets the security headers of every reply: resources of this origin only, no framing, no referrer. If a file of the
 * web app is not a page, it gets no headers about pages (`PAGE_HEADERS`).
 */
export async function securityHeaders(app: App, config: Config): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    hsts: config.production,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
  const policy = contentSecurityPolicy(config.corsOrigins);
  // Without Trusted Types, because the API's description page renders markup from text.
  const pagePolicy = `${policy}; ${TRUSTED_TYPES_DIRECTIVES}`;
  app.addHook('onRequest', async (request, reply) => {
    const isApi = isApiRequest(request);
    void reply.header('content-security-policy', isApi ? policy : pagePolicy);
    void reply.header('permissions-policy', PERMISSIONS_POLICY);
    void reply.header('reporting-endpoints', REPORTING_ENDPOINTS);
    // Replies of the API must not be cached; static files of the API's description set their own header.
    if (isApi) void reply.header('cache-control', 'no-store');
    if (isApi && isOfOpaqueOrigin(request)) throw forbidden('Requests of isolated pages are not accepted.');
  });
}

/**
 * Returns whether a request comes from a page without an origin, such as the frame that runs code. Reports about the
 * policy are such requests too, because pages send no referrer.
 */
function isOfOpaqueOrigin({ headers, url }: FastifyRequest): boolean {
  return headers.origin === 'null' && pathOf(url) !== REPORTS;
}
