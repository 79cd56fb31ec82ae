import * as contract from '@cip/contracts/billing/billing';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import { principalOf } from '../../platform/http/authenticate.ts';
import { originOf } from '../../platform/http/headers/own-origin.ts';
import { confirmCheckout, startCheckout } from './checkout/checkout.service.ts';
import { subscribeToFreePlan } from './subscription/free-plan.service.ts';
import { cancelSubscription, openPortal, resumeSubscription } from './subscription/paid-plan.service.ts';
import { listPlans } from './plans/plans.repository.ts';
import { findSubscription } from './subscription/subscriptions.repository.ts';
import { readUsage } from './plans/usage.service.ts';

/** Plans, the company's subscription and the checkout. */
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
      const { companyId } = principalOf(request);
      const subscription = (await findSubscription(ctx.db, companyId)) ?? null;
      return { subscription, usage: await readUsage(ctx.db, companyId), card_payments: cardPayments(ctx.payments) };
    },
  });

  app.route({
    ...contract.subscribeToFreePlan,
    async handler(request) {
      const { subscription_plan_id: planId } = request.body;
      return { subscription: await subscribeToFreePlan(ctx, principalOf(request), planId) };
    },
  });

  app.route({
    ...contract.cancelSubscription,
    async handler(request) {
      return { subscription: await cancelSubscription(ctx, principalOf(request)) };
    },
  });

  app.route({
    ...contract.resumeSubscription,
    async handler(request) {
      return { subscription: await resumeSubscription(ctx, principalOf(request)) };
    },
  });

  providerRoutes(app, ctx);
}

/** Registers the routes that lead to the payment provider. */
function providerRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.startCheckout,
    handler(request) {
      const { subscription_plan_id: planId } = request.body;
      return startCheckout(ctx, principalOf(request), planId, originOf(ctx.config, request));
    },
  });

  app.route({
    ...contract.confirmCheckout,
    handler: (request) => confirmCheckout(ctx, principalOf(request).companyId),
  });

  app.route({
    ...contract.openBillingPortal,
    handler(request) {
      const returnUrl = new URL('/subscription-plans', originOf(ctx.config, request)).href;
      return openPortal(ctx, principalOf(request).companyId, returnUrl);
    },
  });
}

function cardPayments(payments: AppContext['payments']): (typeof contract.CARD_PAYMENTS)[number] {
  if (!payments) return 'off';
  return payments.isTest ? 'test' : 'on';
}
