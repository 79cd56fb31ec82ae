import helmet from '@fastify/helmet';
import type { Config } from '../config.ts';
import type { App } from '../context.ts';

/** Security headers for every reply: everything from this origin, nothing inline, no framing, no referrer. */
export async function securityHeaders(app: App, config: Config): Promise<void> {
  const self = ["'self'"];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'", 'https://checkout.stripe.com'],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        // Nonces for styles do not work with Monaco.
        styleSrc: ["'self'", "'unsafe-inline'"],
        workerSrc: ["'self'", 'data:'],
        connectSrc: [...self, ...config.corsOrigins],
        imgSrc: ["'self'", 'data:'],
        fontSrc: self,
        manifestSrc: self,
      },
    },
    hsts: config.production,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  });
  // No cache keeps what a company sees; static files of the API's description say their own.
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
  });
}
