import type { Plan } from '@cip/contracts/billing/billing';
import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { formatMoney } from '../../shared/format.ts';
import { classes } from '../../shared/ui/theme/classes.ts';
import styles from './PlanCard.module.css';
import { cycleLong, priceNote } from './plan-text.ts';

export interface PlanCardProps {
  plan: Plan;
  /** Label of the most popular plan; null for the others. */
  chip: string | null;
  features: string[];
  /** Features that only other plans have. */
  lacks?: string[];
  action: ReactNode;
}

/** Renders a plan with its price, features and button; cards of a `PlanList` share their rows. */
export function PlanCard({ plan, chip, features, lacks = [], action }: PlanCardProps) {
  return (
    <article className={classes(styles.plan, chip !== null && styles.popular)} aria-labelledby={`plan-${plan.id}`}>
      <div className={styles.name}>
        <h3 id={`plan-${plan.id}`}>{plan.name}</h3>
        {chip !== null && <span className={styles.chip}>{chip}</span>}
      </div>
      <p className={styles.price}>
        <strong>{formatMoney(plan.price)}</strong> <span>per {cycleLong(plan)}</span>
        <small>{priceNote(plan)}</small>
      </p>
      <p className={styles.description}>{plan.description}</p>
      <ul className={styles.features}>
        {features.map((feature) => (
          <li key={feature}>
            <Check size={16} aria-hidden />
            {feature}
          </li>
        ))}
        {lacks.map((each) => (
          <li key={each} className={styles.lack}>
            <span aria-hidden>–</span>
            {each}
          </li>
        ))}
      </ul>
      {action}
    </article>
  );
}

/** Renders plans beside each other on one baseline. */
export function PlanList({ children }: { children: ReactNode }) {
  return <div className={styles.plans}>{children}</div>;
}
