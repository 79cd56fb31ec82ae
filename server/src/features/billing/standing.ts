import type { SubscriptionStatus } from '@cip/contracts/billing';
import type { PaidSubscription } from '../../platform/payments/payments.ts';

const DAY_MS = 24 * 3600 * 1000;
/** A renewal is told of some time after it; so long the plan goes on without being told, in milliseconds. */
const RENEWAL_GRACE_MS = 3 * DAY_MS;
/** A card that fails can be put right for this long while the plan goes on, in milliseconds. */
const PAST_DUE_GRACE_MS = 7 * DAY_MS;

/** The terms of a plan that somebody took. */
export interface VersionRef {
  id: string;
  plan_id: string;
}

/** The free plan a company chose, and the paid subscription it had when it did. */
export interface FreeChoice {
  version: VersionRef;
  after: string | null;
}

/** How a company stands: what its subscription's row says. */
export interface Standing {
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
 * How a company stands, from what its provider says now (newest first) and the free plan it chose: of nothing else, so
 * that neither the order of messages nor one too many or too few changes the outcome. Null when nothing was ever paid.
 */
export function standingOf(
  provider: string,
  subscriptions: PaidSubscription[],
  free: FreeChoice | null,
  versions: Map<string, VersionRef>,
): Standing | null {
  const current = subscriptions.find(isLive) ?? subscriptions.find(hasBegun);
  if (!current) return null;
  if (!isLive(current) && free?.after === current.id) return standingOfFree(free.version);
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

/** How a company on a free plan stands: for good, until it chooses another. */
export function standingOfFree(version: VersionRef): Standing {
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

/** True while a subscription is being paid for; there should be one at most. */
export function isLive({ status }: PaidSubscription): boolean {
  return status === 'active' || status === 'past_due' || status === 'trialing';
}

// One whose first payment never came through changes nothing.
function hasBegun({ status }: PaidSubscription): boolean {
  return status !== 'incomplete' && status !== 'incomplete_expired';
}

function statusOf({ status }: PaidSubscription): SubscriptionStatus {
  if (status === 'active' || status === 'past_due') return 'active';
  if (status === 'trialing') return 'trial';
  return status === 'canceled' ? 'cancelled' : 'inactive';
}

/** Until when an active subscription works although nothing more is heard of it, or null when it does not work. */
function accessOf({ status, endsAt, periodEndsAt, unpaidSince }: PaidSubscription): string | null {
  if (status !== 'active' && status !== 'past_due') return null;
  const renewed = Date.parse(periodEndsAt) + RENEWAL_GRACE_MS;
  const paid = status === 'past_due' && unpaidSince !== null ? pastDueUntil(unpaidSince) : renewed;
  return new Date(endsAt === null ? paid : Math.min(paid, Date.parse(endsAt))).toISOString();
}

/** When the grace for a payment that is owed ends, in milliseconds since 1970. */
export function pastDueUntil(unpaidSince: string): number {
  return Date.parse(unpaidSince) + PAST_DUE_GRACE_MS;
}
