import type { Plan, PlanUsage, Subscription } from '@cip/contracts/billing/billing';
import { formatCount, formatDay } from '../../shared/format.ts';

/** A limit of a plan with its usage. */
export interface UsedLimit {
  used: number;
  most: number;
  /** The counted things, in words that follow the numbers. */
  what: string;
}

/** Returns each limit of a plan with its usage. */
export function usedLimits(plan: Plan, usage: PlanUsage): UsedLimit[] {
  const { max_concurrent_sessions: sessions, max_interviewers: interviewers } = plan;
  const monthly = plan.max_interviews_per_month;
  return [
    { used: usage.concurrent_sessions, most: sessions, what: 'running now' },
    { used: usage.interviews_this_month, most: monthly, what: `${word('interview', monthly)} this month` },
    { used: usage.interviewers, most: interviewers, what: word('interviewer', interviewers) },
  ];
}

const word = (one: string, count: number) => (count === 1 ? one : `${one}s`);

/** '2 of 3 running now'. */
export function usedText({ used, most, what }: UsedLimit): string {
  return `${formatCount(used)} of ${formatCount(most)} ${what}`;
}

/** Returns the next change of a subscription, as a label and as words before its day; null if there is none. */
export function nextChange({ status, renews, ends_at, next_plan }: Subscription) {
  if (ends_at === null) return null;
  const day = formatDay(ends_at);
  if (status !== 'active') return { label: 'Ended', words: 'ended on', day };
  if (next_plan !== null)
    return { label: `Changes to ${next_plan.name}`, words: `changes to ${next_plan.name} on`, day };
  return renews ? { label: 'Renewal', words: 'renews on', day } : { label: 'Ends', words: 'ends on', day };
}

/** Returns the consequences of a change of plan for a paying company; null if it needs no confirmation. */
export function changeText(current: Subscription | null, wanted: Plan): string | null {
  if (!current?.paid || current.status !== 'active' || current.ends_at === null) return null;
  if (pricePerMonth(wanted) > pricePerMonth(current.plan))
    return `We’ll charge the difference for this period to your card on file. ${wanted.name} starts right away.`;
  return `You’ll keep ${current.plan.name} until ${formatDay(current.ends_at)} (already paid), then move to ${wanted.name}. Your interviews and interviewers stay.`;
}

function pricePerMonth({ price, billing_cycle }: Plan): number {
  return billing_cycle === 'yearly' ? price / 12 : price;
}
