import type { Plan } from '@cip/contracts/billing';
import type { Company } from '@cip/contracts/company';
import { useNavigate } from '@tanstack/react-router';
import { cycleLong } from '../../features/billing/plan-text.ts';
import { formatDay, formatMoney } from '../../shared/format.ts';
import { Button } from '../../shared/ui/Button.tsx';
import styles from './dashboard.module.css';

/** The plan the company is on, or the way to one. */
export function SubscriptionCard({ company, plan }: { company: Company; plan: Plan | null }) {
  const navigate = useNavigate();
  const toPlans = () => void navigate({ to: '/subscription-plans' });
  if (plan === null) {
    return (
      <section className={styles['detail']} aria-labelledby="subscription-details">
        <h2 id="subscription-details">No Active Subscription</h2>
        <p>A plan opens rooms for interviews. The free one takes a click.</p>
        <Button onClick={toPlans}>View Plans</Button>
      </section>
    );
  }
  const { subscription_ends_at: endsAt, subscription_status: status } = company;
  return (
    <section className={styles['detail']} aria-labelledby="subscription-details">
      <h2 id="subscription-details">Subscription Details</h2>
      <dl className={styles['facts']}>
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
          <dt>Renewal</dt>
          <dd>{endsAt === null ? 'Active' : formatDay(endsAt)}</dd>
        </div>
      </dl>
      <Button onClick={toPlans}>{status === 'active' ? 'Change Plan' : 'Subscribe Now'}</Button>
    </section>
  );
}
