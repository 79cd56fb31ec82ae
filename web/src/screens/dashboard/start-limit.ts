import type { Plan, PlanUsage } from '@cip/contracts/billing/billing';
import type { Interview } from '@cip/contracts/interviews/interviews';
import { formatCountOf } from '../../shared/format.ts';

const LARGER = 'A larger plan allows more.';

export interface StartLimit {
  reason: string;
  /** What the user can do. */
  wayOn: string;
  /** The interview to go back to, if an end of one allows another. */
  running?: Interview;
}

/** Returns the limit of the plan that forbids another interview now; null if none does. The server decides. */
export function startLimit(
  plan: Plan | null,
  usage: PlanUsage | undefined,
  live: readonly Interview[],
): StartLimit | null {
  if (plan === null || usage === undefined) return null;
  if (usage.interviews_this_month >= plan.max_interviews_per_month)
    return {
      reason: `All ${formatCountOf(plan.max_interviews_per_month, 'interview')} of this month are used.`,
      wayOn: LARGER,
    };
  if (usage.concurrent_sessions < plan.max_concurrent_sessions) return null;
  const [running] = live;
  if (live.length === 1 && running)
    return {
      reason: `${namedInterview(running)} is running.`,
      wayOn: 'Rejoin it, or end it before you start another.',
      running,
    };
  const reason = `${formatCountOf(usage.concurrent_sessions, 'interview')} running, as many as your plan allows.`;
  if (!running) return { reason, wayOn: LARGER };
  return { reason, wayOn: 'Rejoin one, or end one before you start another.', running };
}

const namedInterview = ({ candidate_name: name }: Interview) =>
  name === null ? 'An interview' : `Interview with ${name}`;
