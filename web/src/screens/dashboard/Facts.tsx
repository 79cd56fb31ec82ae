import type { Account } from '@cip/contracts/accounts/auth';
import type { Plan, PlanUsage, Subscription } from '@cip/contracts/billing/billing';
import type { UseQueryResult } from '@tanstack/react-query';
import { isManager, isOwner } from '../../features/auth/useAccount.ts';
import { CompanyCard } from './CompanyCard.tsx';
import styles from './facts.module.css';
import { Figures } from './Figures.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { SubscriptionCard } from './SubscriptionCard.tsx';
import { UsageCard } from './UsageCard.tsx';
import { useFirstSteps } from './use-first-steps.ts';

interface FactsProps {
  account: Account;
  plan: Plan | null;
  sessions: Pick<UseQueryResult<{ total: number }>, 'data' | 'isLoading'>;
  current: Pick<UseQueryResult<{ subscription: Subscription | null; usage: PlanUsage }>, 'data' | 'isLoading'>;
}

/** The first steps of a new company, then the company's figures, its profile and its plan, a line each. */
export function Facts({ account, plan, sessions, current }: FactsProps) {
  const { steps, dismiss } = useFirstSteps({ account, sessions, current });
  const { company } = account;
  const owner = isOwner(account);
  const { subscription, usage } = current.data ?? {};
  if (!steps) return null;
  return (
    <>
      {steps.length > 0 && <FirstSteps steps={steps} onDismiss={dismiss} />}
      <Figures {...{ company, plan, owner }} interviews={sessions.data?.total} renews={subscription?.renews ?? true} />
      <div className={styles.details}>
        <CompanyCard company={company} manager={isManager(account)} />
        {owner ? (
          <SubscriptionCard {...{ company, plan, subscription, usage }} />
        ) : (
          plan && usage && <UsageCard plan={plan} usage={usage} />
        )}
      </div>
    </>
  );
}
