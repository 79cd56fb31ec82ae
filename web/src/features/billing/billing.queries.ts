import type { Plan } from '@cip/contracts/billing/billing';
import { queryOptions } from '@tanstack/react-query';
import { call, callPublic } from '../../shared/api/api-client.ts';
import { PLANS_FRESH_MS } from '../../shared/limits.ts';

/** The available plans. The reply is an array or an object with `plans`; both are accepted. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  staleTime: PLANS_FRESH_MS,
  queryFn: async (): Promise<Plan[]> => {
    const reply = await callPublic('GET /subscription-plans');
    return Array.isArray(reply) ? reply : reply.plans;
  },
});

/** The company's subscription with its plan, or null; its usage; and how this installation takes payments. */
export const currentSubscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  // Usage changes with every interview.
  refetchOnMount: 'always',
  queryFn: () => call('GET /subscriptions/current'),
});

/** Subscribes to a plan. Resolves to null for a free plan, and to the address of the checkout for a paid one. */
export async function subscribeTo(plan: Plan): Promise<string | null> {
  const body = { subscription_plan_id: plan.id };
  if (plan.price > 0) return (await call('POST /stripe/checkout', { body })).url;
  await call('POST /subscriptions/subscribe', { body });
  return null;
}

/** Resolves to the outcome of the last checkout, which the server reads from the payment provider. */
export const checkoutOutcome = () => call('POST /stripe/checkout/confirm');

/** Cancels the paid plan at the end of the paid period. */
export const cancelPlan = () => call('POST /subscriptions/cancel');

/** Resumes a paid plan that was cancelled for the end of its period. */
export const resumePlan = () => call('POST /subscriptions/resume');

/** Resolves to the address of the billing portal, with card, invoices and cancellation. */
export const portalAddress = async () => (await call('POST /stripe/portal')).url;
