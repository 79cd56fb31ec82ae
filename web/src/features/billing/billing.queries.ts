import type {
  cancelSubscription,
  confirmCheckout,
  getCurrentSubscription,
  listPlans,
  openBillingPortal,
  Plan,
  resumeSubscription,
  startCheckout,
  subscribeToFreePlan,
} from '@cip/contracts/billing';
import { queryOptions } from '@tanstack/react-query';
import { call, callPublic } from '../../shared/api/api-client.ts';
import { PLANS_FRESH_MS } from '../../shared/limits.ts';

/** The plans on offer. The reply is an array or holds one in `plans`; both are read. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  staleTime: PLANS_FRESH_MS,
  queryFn: async (): Promise<Plan[]> => {
    const reply = await callPublic<typeof listPlans>('GET', '/subscription-plans');
    return Array.isArray(reply) ? reply : reply.plans;
  },
});

/** The company's subscription with its plan, or null; what is used of it; and how plans are paid here. */
export const currentSubscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  // Usage changes with every interview: whoever comes back to it sees the present one.
  refetchOnMount: 'always',
  queryFn: () => call<typeof getCurrentSubscription>('GET', '/subscriptions/current'),
});

/** Takes a plan. A free one is subscribed at once and gives null; a paid one gives the address of its checkout. */
export async function takePlan(plan: Plan): Promise<string | null> {
  const body = { subscription_plan_id: plan.id };
  if (plan.price > 0) return (await call<typeof startCheckout>('POST', '/stripe/checkout', { body })).url;
  await call<typeof subscribeToFreePlan>('POST', '/subscriptions/subscribe', { body });
  return null;
}

/** What became of the last checkout, as the server has it from whoever takes the payment. */
export const askForOutcome = () => call<typeof confirmCheckout>('POST', '/stripe/checkout/confirm');

/** Cancels the paid plan at the end of what is paid for. */
export const cancelPlan = () => call<typeof cancelSubscription>('POST', '/subscriptions/cancel');

/** Keeps the paid plan after all. */
export const keepPlan = () => call<typeof resumeSubscription>('POST', '/subscriptions/resume');

/** Where card, invoices and cancellation are. */
export const portalAddress = async () => (await call<typeof openBillingPortal>('POST', '/stripe/portal')).url;
