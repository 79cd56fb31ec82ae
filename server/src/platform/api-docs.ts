import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifySchema, RouteOptions } from 'fastify';
import type { App } from '../context.ts';

/** The OpenAPI description of every route registered after this, at `/api/docs`, under the product's own policy. */
export async function apiDocs(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      // 3.1 takes JSON Schema as it is; 3.0 knows no null.
      openapi: '3.1.0',
      info: { title: 'Code Interview Platform', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform: ({ schema, url, route }) => ({ schema: describe(schema, route), url }),
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false });
}

function describe(schema: FastifySchema | undefined, { config }: RouteOptions): FastifySchema {
  return { ...schema, ...(config?.access === 'public' && { security: [] }) };
}
