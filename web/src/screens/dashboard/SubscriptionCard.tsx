import type { Plan, PlanUsage as Usage, Subscription } from '@cip/contracts/billing';
import type { Company } from '@cip/contracts/company';
import { useNavigate } from '@tanstack/react-router';
import { cycleLong } from '../../features/billing/plan-text.ts';
import { PlanUsage } from '../../features/billing/PlanUsage.tsx';
import { nextChange } from '../../features/billing/subscription-text.ts';
import { formatDay, formatMoney } from '../../shared/format.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import styles from './dashboard.module.css';

export interface SubscriptionCardProps {
  company: Company;
  plan: Plan | null;
  /** Undefined while loading. */
  subscription: Subscription | null | undefined;
  usage: Usage | undefined;
}

/** The company's plan with its usage, or a button to choose one. */
export function SubscriptionCard({ company, plan, subscription, usage }: SubscriptionCardProps) {
  const navigate = useNavigate();
  const toPlans = () => void navigate({ to: '/subscription-plans' });
  if (plan === null) {
    return (
      <section className={styles.detail} aria-labelledby="subscription-details">
        <h2 id="subscription-details">No Active Subscription</h2>
        <p>Choose a plan to start interviewing. Starter is free and takes one click.</p>
        <Button onClick={toPlans}>View Plans</Button>
      </section>
    );
  }
  const { subscription_ends_at: endsAt, subscription_status: status } = company;
  const next = subscription ? nextChange(subscription) : null;
  return (
    <section className={styles.detail} aria-labelledby="subscription-details">
      <h2 id="subscription-details">Subscription Details</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Plan</dt>
          <dd>{plan.name}</dd>
        </div>
        <div>
          <dt>Billing</dt>
          <dd>
            {formatMoney(plan.price)} per {cycleLong(plan)}
          </dd>
        </div>
        <div>
          <dt>{next?.label ?? 'Renewal'}</dt>
          <dd>{next?.day ?? (endsAt === null ? 'Active' : formatDay(endsAt))}</dd>
        </div>
      </dl>
      {usage && <PlanUsage plan={plan} usage={usage} />}
      <Button onClick={toPlans}>{status === 'active' ? 'Change Plan' : 'Subscribe Now'}</Button>
    </section>
  );
}
