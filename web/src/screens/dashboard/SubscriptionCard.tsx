import type { Plan, PlanUsage as Usage, Subscription } from '@cip/contracts/billing/billing';
import type { Company } from '@cip/contracts/accounts/company';
import { cycleLong } from '../../features/billing/plan-text.ts';
import { nextChange, usedLimits, usedText } from '../../features/billing/subscription-text.ts';
import { formatDay, formatMoney } from '../../shared/format.ts';
import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import styles from './facts.module.css';

export interface SubscriptionCardProps {
  company: Company;
  plan: Plan | null;
  /** Undefined while loading. */
  subscription: Subscription | null | undefined;
  usage: Usage | undefined;
}

/** The company's plan with its usage, or a link to choose one. */
export function SubscriptionCard({ company, plan, subscription, usage }: SubscriptionCardProps) {
  if (plan === null) {
    return (
      <section className={styles.detail} aria-labelledby="subscription-details">
        <h2 id="subscription-details">No Active Subscription</h2>
        <p className={styles.line}>Choose a plan to start interviewing. Starter is free and takes one click.</p>
        <ToPlans>View Plans</ToPlans>
      </section>
    );
  }
  const { subscription_ends_at: endsAt, subscription_status: status } = company;
  const next = subscription ? nextChange(subscription) : null;
  return (
    <section className={styles.detail} aria-labelledby="subscription-details">
      <h2 id="subscription-details">Subscription Details</h2>
      <p className={styles.line}>
        <strong>{plan.name}</strong>
        <span>
          {formatMoney(plan.price)} per {cycleLong(plan)}
        </span>
        <span>
          {next?.label ?? 'Renewal'}: {next?.day ?? (endsAt === null ? 'Active' : formatDay(endsAt))}
        </span>
        {usage && usedLimits(plan, usage).map((limit) => <span key={limit.what}>{usedText(limit)}</span>)}
      </p>
      <ToPlans>{status === 'active' ? 'Change Plan' : 'Subscribe Now'}</ToPlans>
    </section>
  );
}

function ToPlans({ children }: { children: string }) {
  return (
    <ButtonLink to="/subscription-plans" role="button" size="sm">
      {children}
    </ButtonLink>
  );
}
