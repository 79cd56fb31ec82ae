import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { App } from '../context.ts';

/** The OpenAPI description of every route registered after this, at `/api/docs`. */
export async function apiDocs(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Code Interview Platform', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
}
