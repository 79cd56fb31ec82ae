import type { Plan, PlanUsage } from '@cip/contracts/billing/billing';
import type { Interview } from '@cip/contracts/interviews/interviews';
import { formatCountOf } from '../../shared/format.ts';

/** Returns the limit of the plan that forbids another interview now; null if none does. The server decides. */
export function startLimit(plan: Plan | null, usage: PlanUsage | undefined, live: readonly Interview[]): string | null {
  if (plan === null || usage === undefined) return null;
  if (usage.interviews_this_month >= plan.max_interviews_per_month)
    return `All ${formatCountOf(plan.max_interviews_per_month, 'interview')} of this month are used.`;
  if (usage.concurrent_sessions < plan.max_concurrent_sessions) return null;
  const [first] = live;
  if (live.length === 1 && first)
    return `${first.candidate_name === null ? 'An interview' : `Interview with ${first.candidate_name}`} is running.`;
  return `${formatCountOf(usage.concurrent_sessions, 'interview')} running, as many as your plan allows.`;
}
