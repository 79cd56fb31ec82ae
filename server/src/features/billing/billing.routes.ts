import * as contract from '@cip/contracts/billing';
import type { App, AppContext } from '../../context.ts';
import { principalOf } from '../../platform/authenticate.ts';
import { findSubscription, listPlans } from './billing.repository.ts';
import { startCheckout, subscribeToFreePlan } from './billing.service.ts';

/** Plans, the company's subscription and the way to one. */
export function billingRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.listPlans,
    async handler({ query }) {
      const plans = await listPlans(ctx.db);
      return query.envelope === 'plans' ? { plans } : plans;
    },
  });

  app.route({
    ...contract.getCurrentSubscription,
    async handler(request) {
      const subscription = await findSubscription(ctx.db, principalOf(request).companyId);
      return { subscription: subscription ?? null };
    },
  });

  app.route({
    ...contract.subscribeToFreePlan,
    async handler(request) {
      const { companyId } = principalOf(request);
      return { subscription: await subscribeToFreePlan(ctx, companyId, request.body.subscription_plan_id) };
    },
  });

  app.route({
    ...contract.startCheckout,
    handler: ({ body }) => startCheckout(ctx, body.subscription_plan_id),
  });
}
