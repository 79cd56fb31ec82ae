import type { Plan, PlanUsage as Usage } from '@cip/contracts/billing/billing';
import { usedLimits, usedText } from '../../features/billing/subscription-text.ts';
import styles from './facts.module.css';

/** The plan's usage, for interviewers, because its limits affect them too. */
export function UsageCard({ plan, usage }: { plan: Plan; usage: Usage }) {
  return (
    <section className={styles.detail} aria-labelledby="plan-usage">
      <h2 id="plan-usage">Plan usage</h2>
      <p className={styles.line}>
        {usedLimits(plan, usage).map((limit) => (
          <span key={limit.what}>{usedText(limit)}</span>
        ))}
      </p>
    </section>
  );
}
