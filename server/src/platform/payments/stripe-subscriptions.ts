import type { Stripe } from 'stripe';
import type { PaidSubscription } from './payments.ts';

const STATUSES = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'paused',
] as const;

const moment = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Converts a subscription of Stripe. `schedule` and `latest_invoice` must be expanded. */
export function readSubscription(found: Stripe.Subscription): PaidSubscription {
  const item = found.items.data[0];
  if (!item) throw new Error(`The subscription ${found.id} has no price.`);
  const endsAt = found.cancel_at ?? (found.cancel_at_period_end ? item.current_period_end : null);
  const invoice = typeof found.latest_invoice === 'object' ? found.latest_invoice : null;
  const owed = found.status === 'past_due' || found.status === 'unpaid';
  return {
    id: found.id,
    // An unknown status grants no access.
    status: STATUSES.find((status) => status === found.status) ?? 'paused',
    priceId: item.price.id,
    createdAt: moment(found.created),
    periodEndsAt: moment(item.current_period_end),
    endsAt: endsAt === null ? null : moment(endsAt),
    endedAt: found.ended_at === null ? null : moment(found.ended_at),
    nextPriceId: nextPrice(found.schedule, item.current_period_end),
    unpaidSince: owed ? moment(invoice?.created ?? item.current_period_start) : null,
  };
}

function nextPrice(schedule: Stripe.Subscription['schedule'], periodEnd: number): string | null {
  if (typeof schedule !== 'object' || schedule === null) return null;
  const next = schedule.phases.find(({ start_date }) => start_date >= periodEnd);
  const price = next?.items[0]?.price;
  return typeof price === 'string' ? price : (price?.id ?? null);
}

/** Changes the price when the paid period ends, through a schedule; null releases the schedule. */
export async function changeLater(stripe: Stripe, id: string, price: string | null, key: string): Promise<void> {
  await releaseSchedule(stripe, id, key);
  if (price === null) return;
  const schedule = await stripe.subscriptionSchedules.create(
    { from_subscription: id },
    { idempotencyKey: `${key}-schedule` },
  );
  const [now] = schedule.phases;
  const item = now?.items[0];
  if (!now || !item) throw new Error(`The subscription ${id} has no current phase.`);
  const present = typeof item.price === 'string' ? item.price : item.price.id;
  await stripe.subscriptionSchedules.update(
    schedule.id,
    {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        { items: [{ price: present, quantity: 1 }], start_date: now.start_date, end_date: now.end_date },
        { items: [{ price, quantity: 1 }], start_date: now.end_date },
      ],
    },
    { idempotencyKey: `${key}-phases` },
  );
}

/** Sets whether the subscription ends with the paid period. Releases its schedule, which would override that. */
export async function endLater(stripe: Stripe, id: string, ends: boolean, key: string): Promise<void> {
  const found = await releaseSchedule(stripe, id, key);
  // If an operator set an end by hand, it is in a separate field, which must be cleared.
  const byHand = found.cancel_at !== null && !found.cancel_at_period_end;
  const renew = byHand ? { cancel_at: '' as const } : { cancel_at_period_end: false };
  const change = ends ? { cancel_at_period_end: true } : renew;
  await stripe.subscriptions.update(id, change, { idempotencyKey: `${key}-${ends ? 'end' : 'go-on'}` });
}

async function releaseSchedule(stripe: Stripe, id: string, key: string): Promise<Stripe.Subscription> {
  const found = await stripe.subscriptions.retrieve(id);
  const scheduleId = typeof found.schedule === 'string' ? found.schedule : found.schedule?.id;
  if (scheduleId !== undefined)
    await stripe.subscriptionSchedules.release(scheduleId, {}, { idempotencyKey: `${key}-release` });
  return found;
}
