import { Type } from 'typebox';
import { Closed, Count, Id, Line, Moment, Nullable, OneOf, Text } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';

/** Subscription statuses; only `active` unlocks interviews (spec section 4). */
export const SUBSCRIPTION_STATUSES = ['active', 'inactive', 'trial', 'cancelled'] as const;
export const SubscriptionStatus = OneOf(SUBSCRIPTION_STATUSES);
export type SubscriptionStatus = Type.Static<typeof SubscriptionStatus>;

/** A plan; `price` is in dollars per billing cycle. */
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

/** The company's current subscription, with the plan under the terms of that time. */
export const Subscription = Closed({
  id: Id,
  status: SubscriptionStatus,
  /** When it renews, or ends if it does not renew; null for no end. */
  ends_at: Nullable(Moment),
  plan: Plan,
  /** Whether it renews at the end of each period. */
  renews: Type.Boolean(),
  /** Whether it is paid by card: then it is managed in the billing portal, and cancelled to the end of its period. */
  paid: Type.Boolean(),
  /** The plan that follows at `ends_at`. */
  next_plan: Nullable(Plan),
  /** How long the plan still works after a failed payment, if the card is not updated. */
  past_due_until: Nullable(Moment),
});
export type Subscription = Type.Static<typeof Subscription>;

/** The company's current usage of its plan's limits. */
export const PlanUsage = Closed({
  concurrent_sessions: Count,
  interviews_this_month: Count,
  interviewers: Count,
});
export type PlanUsage = Type.Static<typeof PlanUsage>;

/** How this server takes payments: by card, on test pages without money, or not at all. */
export const CARD_PAYMENTS = ['on', 'test', 'off'] as const;

const PlanChoice = Closed({ subscription_plan_id: Id });
const Plans = Type.Array(Plan, { maxItems: 100 });

/** The plans: a bare array, or `{ plans }` with `?envelope=plans` (the spec's two readings). */
export const listPlans = endpoint({
  method: 'GET',
  url: '/subscription-plans',
  access: 'public',
  tag: 'Plans',
  summary: 'List the plans',
  query: Closed({ envelope: Type.Optional(OneOf(['plans'] as const)) }),
  reply: Type.Union([Plans, Closed({ plans: Plans })]),
});

export const getCurrentSubscription = endpoint({
  method: 'GET',
  url: '/subscriptions/current',
  access: 'interviewer',
  tag: 'Plans',
  summary: "The company's subscription, or null, and what is used of it",
  reply: Closed({
    subscription: Nullable(Subscription),
    usage: PlanUsage,
    card_payments: OneOf(CARD_PAYMENTS),
  }),
});

const SubscriptionReply = Closed({ subscription: Subscription });

/** Subscribes to a free plan; a paid plan continues until the end of its period. */
export const subscribeToFreePlan = endpoint({
  method: 'POST',
  url: '/subscriptions/subscribe',
  access: 'owner',
  tag: 'Plans',
  summary: 'Subscribe to a free plan',
  body: PlanChoice,
  reply: SubscriptionReply,
});

/** Cancels a paid plan at the end of its period. */
export const cancelSubscription = endpoint({
  method: 'POST',
  url: '/subscriptions/cancel',
  access: 'owner',
  tag: 'Plans',
  summary: 'Cancel the paid plan at the end of its period',
  reply: SubscriptionReply,
});

/** Withdraws a cancellation, or a change of the plan, at the end of the period. */
export const resumeSubscription = endpoint({
  method: 'POST',
  url: '/subscriptions/resume',
  access: 'owner',
  tag: 'Plans',
  summary: 'Keep the paid plan after all',
  reply: SubscriptionReply,
});

const Address = Closed({ url: Type.String({ format: 'uri', maxLength: 2000 }) });

/**
 * Returns the URL to pay at. If the company has a paid plan, this changes the plan: to a more expensive one
 * immediately, charging the difference, to a cheaper one at the end of the period; the URL then shows the outcome.
 */
export const startCheckout = endpoint({
  method: 'POST',
  url: '/stripe/checkout',
  access: 'owner',
  tag: 'Plans',
  summary: 'Start the card payment for a paid plan',
  body: PlanChoice,
  reply: Address,
});

/** The outcome of a checkout, from the payment provider. */
export const CHECKOUT_OUTCOMES = ['paid', 'pending', 'none'] as const;

/** Reads the company's last checkout from the payment provider, without waiting for its event. */
export const confirmCheckout = endpoint({
  method: 'POST',
  url: '/stripe/checkout/confirm',
  access: 'owner',
  tag: 'Plans',
  summary: 'What became of the last checkout',
  reply: Closed({ outcome: OneOf(CHECKOUT_OUTCOMES), subscription: Nullable(Subscription) }),
});

export const openBillingPortal = endpoint({
  method: 'POST',
  url: '/stripe/portal',
  access: 'owner',
  tag: 'Plans',
  summary: 'Where the card, the invoices and the cancellation are',
  reply: Address,
});

/** The payment provider's events. Without a body schema, because the signature covers the raw body. */
export const paymentWebhook = endpoint({
  method: 'POST',
  url: '/stripe/webhook',
  access: 'public',
  tag: 'Plans',
  summary: 'Messages of the payment provider',
  reply: Closed({ received: Type.Literal(true) }),
});
