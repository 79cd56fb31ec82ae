import type { Plan, PlanUsage, Subscription } from '@cip/contracts/billing/billing';
import type { Company } from '@cip/contracts/accounts/company';
import { CompanyCard } from './CompanyCard.tsx';
import styles from './facts.module.css';
import { Figures } from './Figures.tsx';
import { SubscriptionCard } from './SubscriptionCard.tsx';
import { UsageCard } from './UsageCard.tsx';

export interface FactsProps {
  company: Company;
  plan: Plan | null;
  owner: boolean;
  manager: boolean;
  /** Undefined while loading. */
  subscription: Subscription | null | undefined;
  usage: PlanUsage | undefined;
  /** All interviews so far; undefined while loading. */
  interviews: number | undefined;
}

/** The company's figures, its profile and its plan, a line each. */
export function Facts({ company, plan, owner, manager, subscription, usage, interviews }: FactsProps) {
  return (
    <>
      <Figures {...{ company, plan, owner, interviews }} renews={subscription?.renews ?? true} />
      <div className={styles.details}>
        <CompanyCard company={company} manager={manager} />
        {owner ? (
          <SubscriptionCard {...{ company, plan, subscription, usage }} />
        ) : (
          plan && usage && <UsageCard plan={plan} usage={usage} />
        )}
      </div>
    </>
  );
}
