import { readFileSync } from 'node:fs';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { API_TAGS, type Access, type KeyAccess } from '@cip/contracts/protocol/endpoint';
import type { FastifySchema, RouteOptions } from 'fastify';
import type { App } from '../../http-app.ts';
import { ERROR_COMPONENTS, INTRODUCTION } from './api-description.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const ACCESS: Record<Access, string> = {
  public: 'Open to everyone.',
  account: 'For all signed-in accounts of a company.',
  interviewer: 'For interviewers, admins and the owner of the company.',
  admin: 'For the owner and admins of the company.',
  owner: 'For the owner of the company.',
};

const KEYS: Record<KeyAccess, string> = {
  read: 'Also for API keys.',
  write: 'Also for API keys that may write.',
};

/**
 * Serves the OpenAPI description of all routes registered afterwards at `/api/docs`, with the product's own security
 * policy.
 */
export async function apiDocs(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      // 3.1 accepts JSON Schema unchanged; 3.0 has no null.
      openapi: '3.1.0',
      info: { title: 'Code Interview Platform', version, description: INTRODUCTION },
      tags: Object.entries(API_TAGS).map(([name, description]) => ({ name, description })),
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform: ({ schema, url, route }) => ({ schema: describe(schema, route), url }),
    transformObject: (document) => ('openapiObject' in document ? shareErrors(document.openapiObject) : {}),
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false });
}

function describe(schema: FastifySchema | undefined, { config }: RouteOptions): FastifySchema {
  const access = config?.access;
  const keys = config?.keys;
  return {
    ...schema,
    ...(access && { description: keys ? `${ACCESS[access]} ${KEYS[keys]}` : ACCESS[access] }),
    ...(access === 'public' && { security: [] }),
  };
}

interface OpenApi {
  paths?: Record<string, Record<string, { responses?: Record<string, unknown> }> | undefined>;
  components?: object;
}

/** Replaces the error replies of all endpoints by references to one component. */
function shareErrors<D extends object>(document: D): D {
  const { paths = {}, components } = document as OpenApi;
  for (const call of Object.values(paths).flatMap((calls) => Object.values(calls ?? {})))
    for (const [status, reply] of Object.entries(call.responses ?? {}))
      if (call.responses)
        call.responses[status] = /^[45]/.test(status)
          ? { $ref: '#/components/responses/Error' }
          : { ...(reply as object), description: 'Success.' };
  return { ...document, components: { ...components, ...ERROR_COMPONENTS } };
}
