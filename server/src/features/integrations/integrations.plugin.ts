import type { Feature } from '../../context.ts';
import { HOURLY } from '../../platform/jobs.ts';
import { apiKeyRoutes } from './api-keys.routes.ts';
import { deleteEndedKeys } from './api-keys.service.ts';
import { deleteOldDeliveries } from './webhooks/deliveries.service.ts';
import { webhookMails } from './webhooks/webhook-mails.service.ts';
import { createWebhookSender } from './webhooks/webhook-sender.ts';
import { webhookRoutes } from './webhooks/webhooks.routes.ts';

/** How often a node looks for due messages (ms). */
const DELIVER_EVERY_MS = 1_000;

/** Access for programs of a company: API keys and webhooks. */
export const integrations: Feature = (api, ctx) => {
  apiKeyRoutes(api, ctx);
  webhookRoutes(api, ctx);
  ctx.mails.compose(webhookMails(ctx));
  ctx.jobs.add({ name: 'ended API keys', ...HOURLY, run: () => deleteEndedKeys(ctx) });
  ctx.jobs.add({ name: 'old webhook deliveries', ...HOURLY, run: () => deleteOldDeliveries(ctx) });
  const sender = createWebhookSender(ctx);
  ctx.jobs.add({
    name: 'webhooks',
    everyMs: DELIVER_EVERY_MS,
    firstWithinMs: DELIVER_EVERY_MS,
    run: () => sender.run(),
  });
  api.addHook('onClose', () => sender.close());
};
