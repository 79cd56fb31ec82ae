import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isOwner, useAccount } from '../../features/auth/useAccount.ts';
import { plansQuery } from '../../features/billing/billing.queries.ts';
import { planFeatures } from '../../features/billing/plan-text.ts';
import { PlanCard, PlanList } from '../../features/billing/PlanCard.tsx';
import { Button } from '../../shared/ui/Button.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { CheckoutNotice } from './CheckoutNotice.tsx';
import { PlansFooter } from './PlansFooter.tsx';
import styles from './plans.module.css';
import { useCheckoutReturn } from './useCheckoutReturn.ts';
import { useSubscribe } from './useSubscribe.ts';

/** Choosing a plan, and coming back from the checkout of a paid one. */
export function PlansScreen({ checkout }: { checkout: 'success' | 'cancelled' | undefined }) {
  const navigate = useNavigate();
  const account = useAccount();
  const { data: plans, error, isPending } = useQuery(plansQuery);
  const { subscribing, problem, subscribe } = useSubscribe();
  useCheckoutReturn(checkout);
  const dashboard = <Button onClick={() => void navigate({ to: '/dashboard' })}>Dashboard</Button>;
  return (
    <Page
      title="Choose Your Plan"
      lead="Change it at any time. An interview that is running is never cut off by billing."
      actions={dashboard}
      footer={<PlansFooter />}
    >
      <CheckoutNotice checkout={checkout} />
      {error && <Notice tone="bad">Failed to load subscription plans</Notice>}
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      {isPending && <Skeleton rows={1} height={420} />}
      <h2 className="visually-hidden">Plans</h2>
      <PlanList>
        {plans?.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            chip={plan.name === 'Professional' ? 'POPULAR' : null}
            features={planFeatures(plan)}
            action={
              <Button
                look={plan.name === 'Professional' ? 'primary' : 'secondary'}
                fullWidth
                size="lg"
                busy={subscribing === plan.id}
                busyText="Subscribing..."
                disabled={subscribing !== null || !isOwner(account)}
                aria-describedby={`plan-${plan.id}`}
                onClick={() => void subscribe(plan)}
              >
                Subscribe
              </Button>
            }
          />
        ))}
      </PlanList>
      {!isOwner(account) && <p className={styles['note']}>Only the company account can change the plan.</p>}
    </Page>
  );
}
