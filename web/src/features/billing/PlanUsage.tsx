import type { Plan, PlanUsage as Usage } from '@cip/contracts/billing/billing';
import styles from './PlanUsage.module.css';
import { usedLimits, usedText } from './subscription-text.ts';

/** Renders the usage of each limit of a plan. */
export function PlanUsage({ plan, usage }: { plan: Plan; usage: Usage }) {
  return (
    <ul className={styles.usage} aria-label="Plan usage">
      {usedLimits(plan, usage).map((limit) => (
        <li key={limit.what} data-full={limit.used >= limit.most}>
          <span>{usedText(limit)}</span>
          <span className={styles.track} aria-hidden>
            <span style={{ width: `${limit.most === 0 ? 100 : Math.min(100, (limit.used / limit.most) * 100)}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
