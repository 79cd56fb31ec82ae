import type {
  getCurrentSubscription,
  listPlans,
  Plan,
  startCheckout,
  subscribeToFreePlan,
} from '@cip/contracts/billing';
import { queryOptions } from '@tanstack/react-query';
import { call, callPublic } from '../../shared/api-client.ts';
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

/** The company's subscription with its plan, or null. */
export const currentSubscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: async () => (await call<typeof getCurrentSubscription>('GET', '/subscriptions/current')).subscription,
});

/** Takes a plan. A free one is subscribed at once and gives null; a paid one gives the address of its checkout. */
export async function takePlan(plan: Plan): Promise<string | null> {
  const body = { subscription_plan_id: plan.id };
  if (plan.price > 0) return (await call<typeof startCheckout>('POST', '/stripe/checkout', { body })).url;
  await call<typeof subscribeToFreePlan>('POST', '/subscriptions/subscribe', { body });
  return null;
}
