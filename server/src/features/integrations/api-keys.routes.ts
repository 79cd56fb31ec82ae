import * as contract from '@cip/contracts/integrations/api-keys';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import { principalOf } from '../../platform/http/authenticate.ts';
import * as keys from './api-keys.service.ts';

/** Registers the routes with which an owner manages the company's API keys. */
export function apiKeyRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.createApiKey,
    async handler(request, reply) {
      return reply.status(201).send(await keys.createKey(ctx, principalOf(request), request.body));
    },
  });

  app.route({
    ...contract.listApiKeys,
    async handler(request) {
      return { keys: await keys.listKeys(ctx, principalOf(request).companyId) };
    },
  });

  app.route({
    ...contract.revokeApiKey,
    async handler(request) {
      await keys.revokeKey(ctx, principalOf(request), request.params.id);
      return { message: 'API key revoked' };
    },
  });
}
