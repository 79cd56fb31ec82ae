import type { SubscriptionStatus } from '@cip/contracts/billing/billing';
import type { PaidSubscription } from '../../../platform/payments/payments.ts';

const DAY_MS = 24 * 3600 * 1000;
/** How long the plan stays active, in milliseconds, until the event of a renewal arrives after it. */
const RENEWAL_GRACE_MS = 3 * DAY_MS;
/** How long the plan stays active after a failed payment, in milliseconds. */
const PAST_DUE_GRACE_MS = 7 * DAY_MS;

/** A version of a plan's terms. */
export interface VersionRef {
  id: string;
  plan_id: string;
}

/** The free plan that a company chose, and its paid subscription at that time. */
export interface FreeChoice {
  version: VersionRef;
  after: string | null;
}

/** The state of a company's subscription, as its row holds it. */
export interface SubscriptionState {
  plan_id: string;
  plan_version_id: string;
  status: SubscriptionStatus;
  provider: string | null;
  provider_subscription_id: string | null;
  ends_at: string | null;
  access_until: string | null;
  renews: boolean;
  next_version_id: string | null;
  unpaid_since: string | null;
}

/**
 * Derives a company's subscription state from the provider's current subscriptions (newest first) and the free plan it
 * chose, and from nothing else: lost, repeated or reordered events do not change the result. Returns null if the
 * company never paid.
 */
export function deriveSubscriptionState(
  provider: string,
  subscriptions: PaidSubscription[],
  free: FreeChoice | null,
  versions: Map<string, VersionRef>,
): SubscriptionState | null {
  const current = subscriptions.find(isLive) ?? subscriptions.find(hasBegun);
  if (!current) return null;
  if (!isLive(current) && free?.after === current.id) return freeSubscriptionState(free.version);
  const version = versions.get(current.priceId);
  if (!version) throw new Error(`No plan has the price ${current.priceId}.`);
  const follows = free?.after === current.id && current.endsAt !== null ? free.version : undefined;
  return {
    plan_id: version.plan_id,
    plan_version_id: version.id,
    provider,
    provider_subscription_id: current.id,
    status: statusOf(current),
    ends_at: current.endedAt ?? current.endsAt ?? current.periodEndsAt,
    access_until: accessOf(current),
    renews: isLive(current) && current.endsAt === null,
    next_version_id: (follows ?? versions.get(current.nextPriceId ?? ''))?.id ?? null,
    unpaid_since: current.status === 'past_due' ? current.unpaidSince : null,
  };
}

/** Returns the state of a company on a free plan; it has no end. */
export function freeSubscriptionState(version: VersionRef): SubscriptionState {
  return {
    plan_id: version.plan_id,
    plan_version_id: version.id,
    provider: null,
    provider_subscription_id: null,
    status: 'active',
    ends_at: null,
    access_until: null,
    renews: false,
    next_version_id: null,
    unpaid_since: null,
  };
}

/** Returns whether a subscription is being paid for; a company should have at most one. */
export function isLive({ status }: PaidSubscription): boolean {
  return status === 'active' || status === 'past_due' || status === 'trialing';
}

// If its first payment never succeeded, a subscription changes nothing.
function hasBegun({ status }: PaidSubscription): boolean {
  return status !== 'incomplete' && status !== 'incomplete_expired';
}

function statusOf({ status }: PaidSubscription): SubscriptionStatus {
  if (status === 'active' || status === 'past_due') return 'active';
  if (status === 'trialing') return 'trial';
  return status === 'canceled' ? 'cancelled' : 'inactive';
}

/** Returns when an active subscription stops counting as active without further events; null if it is inactive. */
function accessOf({ status, endsAt, periodEndsAt, unpaidSince }: PaidSubscription): string | null {
  if (status !== 'active' && status !== 'past_due') return null;
  const renewed = Date.parse(periodEndsAt) + RENEWAL_GRACE_MS;
  const paid = status === 'past_due' && unpaidSince !== null ? pastDueUntil(unpaidSince) : renewed;
  return new Date(endsAt === null ? paid : Math.min(paid, Date.parse(endsAt))).toISOString();
}

/** Returns the end of the grace period of a failed payment, in milliseconds since 1970. */
export function pastDueUntil(unpaidSince: string): number {
  return Date.parse(unpaidSince) + PAST_DUE_GRACE_MS;
}
