import { Type } from 'typebox';
import { Closed, Id, Line, Moment, Nullable, OneOf, Text } from './common.ts';
import { endpoint } from './endpoint.ts';

/** Subscription statuses; only `active` unlocks interviews (spec section 4). */
export const SUBSCRIPTION_STATUSES = ['active', 'inactive', 'trial', 'cancelled'] as const;
export const SubscriptionStatus = OneOf(SUBSCRIPTION_STATUSES);
export type SubscriptionStatus = Type.Static<typeof SubscriptionStatus>;

/** A plan as shown to anyone; `price` is in dollars per billing cycle. */
export const Plan = Closed({
  id: Id,
  name: Line(80),
  description: Text(500),
  price: Type.Number({ minimum: 0, maximum: 1_000_000 }),
  billing_cycle: OneOf(['monthly', 'yearly'] as const),
  max_concurrent_sessions: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  max_interviewers: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  max_interviews_per_month: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  recording_enabled: Type.Boolean(),
  analytics_enabled: Type.Boolean(),
  features: Closed({ popular: Type.Boolean() }),
});
export type Plan = Type.Static<typeof Plan>;

/** The company's current subscription. */
export const Subscription = Closed({
  id: Id,
  status: SubscriptionStatus,
  ends_at: Nullable(Moment),
  plan: Plan,
});
export type Subscription = Type.Static<typeof Subscription>;

const PlanChoice = Closed({ subscription_plan_id: Id });
const Plans = Type.Array(Plan, { maxItems: 100 });

/** The plans: a bare array, or `{ plans }` with `?envelope=plans` (the spec's two readings). */
export const listPlans = endpoint({
  method: 'GET',
  url: '/subscription-plans',
  access: 'public',
  summary: 'List the plans',
  query: Closed({ envelope: Type.Optional(OneOf(['plans'] as const)) }),
  reply: Type.Union([Plans, Closed({ plans: Plans })]),
  status: 200,
});

export const getCurrentSubscription = endpoint({
  method: 'GET',
  url: '/subscriptions/current',
  access: 'account',
  summary: "The company's subscription, or null",
  reply: Closed({ subscription: Nullable(Subscription) }),
  status: 200,
});

export const subscribeToFreePlan = endpoint({
  method: 'POST',
  url: '/subscriptions/subscribe',
  access: 'owner',
  summary: 'Subscribe to a free plan',
  body: PlanChoice,
  reply: Closed({ subscription: Subscription }),
  status: 200,
});

export const startCheckout = endpoint({
  method: 'POST',
  url: '/stripe/checkout',
  access: 'owner',
  summary: 'Start the card payment for a paid plan',
  body: PlanChoice,
  reply: Closed({ url: Type.String({ format: 'uri', maxLength: 2000 }) }),
  status: 200,
});
