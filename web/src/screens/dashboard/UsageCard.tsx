import type { Plan, PlanUsage as Usage } from '@cip/contracts/billing';
import { PlanUsage } from '../../features/billing/PlanUsage.tsx';
import styles from './dashboard.module.css';

/** What is used of the plan, for interviewers: they run into its limits too. */
export function UsageCard({ plan, usage }: { plan: Plan; usage: Usage }) {
  return (
    <section className={styles.detail} aria-labelledby="plan-usage">
      <h2 id="plan-usage">What your plan allows</h2>
      <PlanUsage plan={plan} usage={usage} />
    </section>
  );
}
