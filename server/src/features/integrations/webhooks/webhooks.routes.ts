import * as contract from '@cip/contracts/integrations/webhooks';
import type { AppContext } from '../../../context.ts';
import type { App } from '../../../platform/http-app.ts';
import { principalOf } from '../../../platform/http/authenticate.ts';
import * as deliveries from './deliveries.service.ts';
import * as webhooks from './webhooks.service.ts';

/** Registers the routes with which an owner manages the company's webhooks. */
export function webhookRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.createWebhook,
    async handler(request, reply) {
      return reply.status(201).send(await webhooks.createWebhook(ctx, principalOf(request), request.body));
    },
  });

  app.route({
    ...contract.listWebhooks,
    async handler(request) {
      return { webhooks: await webhooks.listWebhooks(ctx, principalOf(request).companyId) };
    },
  });

  app.route({
    ...contract.deleteWebhook,
    async handler(request) {
      await webhooks.deleteWebhook(ctx, principalOf(request), request.params.id);
      return { message: 'Webhook deleted' };
    },
  });

  app.route({
    ...contract.rotateWebhookSecret,
    handler: (request) => webhooks.rotateSecret(ctx, principalOf(request), request.params.id),
  });

  app.route({
    ...contract.enableWebhook,
    async handler(request) {
      return { webhook: await webhooks.enableWebhook(ctx, principalOf(request), request.params.id) };
    },
  });

  deliveryRoutes(app, ctx);
}

function deliveryRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.listWebhookDeliveries,
    async handler(request) {
      const { companyId } = principalOf(request);
      return deliveries.listDeliveries(ctx, companyId, request.params.id, request.query.page);
    },
  });

  app.route({
    ...contract.redeliverWebhook,
    async handler(request) {
      return { delivery: await deliveries.redeliver(ctx, principalOf(request), request.params) };
    },
  });
}
