import type { Feature } from '../../context.ts';
import { billingJob } from './billing.jobs.ts';
import { billingRoutes } from './billing.routes.ts';
import { planMails } from './plan-mails.service.ts';
import { webhookRoutes } from './webhook/webhook.routes.ts';

/** Plans, subscriptions, checkout and plan limits. */
export const billing: Feature = async (api, ctx) => {
  await webhookRoutes(api, ctx);
  billingRoutes(api, ctx);
  ctx.mails.compose(planMails(ctx));
  ctx.jobs.add(billingJob(ctx));
};
