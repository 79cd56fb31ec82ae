import type { Plan, SubscriptionStatus } from '@cip/contracts/billing/billing';
import { PLAYBACK_DAYS } from '@cip/contracts/playback/playback-access';
import { formatCountOf, formatMoney } from '../../shared/format.ts';
import type { Tone } from '../../shared/ui/feedback/StatusChip.tsx';

const MONTHS = 12;

/** Returns 'yr' for a yearly plan, else 'mo'. */
export function cycleShort(plan: Plan): string {
  return plan.billing_cycle === 'yearly' ? 'yr' : 'mo';
}

/** Returns 'year' for a yearly plan, else 'month'. */
export function cycleLong(plan: Plan): string {
  return plan.billing_cycle === 'yearly' ? 'year' : 'month';
}

/**
 * Returns the line under a plan's price: that a free plan needs no card, or a comparison of a yearly price with monthly
 * ones.
 */
export function priceNote({ price, billing_cycle: cycle }: Plan): string {
  if (price === 0) return 'No card needed';
  return cycle === 'yearly' ? `About ${formatMoney(Math.round(price / MONTHS))} per month` : '';
}

/** Returns the features that other plans have and this one lacks, one line each. */
export function planLacks(plan: Plan): string[] {
  return [
    ...(plan.recording_enabled ? [] : ['No review links or files']),
    ...(plan.analytics_enabled ? [] : ['No analytics']),
  ];
}

/** Returns the features of a plan, one line each. */
export function planFeatures(plan: Plan): string[] {
  return [
    formatCountOf(plan.max_concurrent_sessions, 'concurrent session'),
    `Up to ${formatCountOf(plan.max_interviewers, 'interviewer')}`,
    `${formatCountOf(plan.max_interviews_per_month, 'interview')}/month`,
    ...(plan.recording_enabled ? ['Playback, links, files'] : [`Playback for ${PLAYBACK_DAYS} days`]),
    ...(plan.analytics_enabled ? ['Analytics'] : []),
  ];
}

/** The colour of a subscription status (spec section 4). */
export const SUBSCRIPTION_TONES: Record<SubscriptionStatus, Tone> = {
  active: 'good',
  inactive: 'bad',
  trial: 'info',
  cancelled: 'warn',
};
