import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { isOwner, useAccount } from '../../features/auth/useAccount.ts';
import { currentSubscriptionQuery } from '../../features/billing/billing.queries.ts';
import { SubscriptionNotice } from '../../features/billing/SubscriptionNotice.tsx';
import { interviewsQuery } from '../../features/interviews/interviews.queries.ts';
import { RunningInterviews } from '../../features/interviews/RunningInterviews.tsx';
import { logProblem } from '../../shared/log.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { CompanyCard } from './CompanyCard.tsx';
import styles from './dashboard.module.css';
import { Figures } from './Figures.tsx';
import { QuickActions } from './QuickActions.tsx';
import { SubscriptionCard } from './SubscriptionCard.tsx';
import { UsageCard } from './UsageCard.tsx';

// Lazy: few visits have anything to show here.
const SharedWaiting = lazyPart(async () => (await import('../share-target/SharedWaiting.tsx')).SharedWaiting);

/** The first page after the sign-in: the next interview, then facts about the company. */
export function DashboardScreen() {
  const account = useAccount();
  const { company, user } = account;
  const owner = isOwner(account);
  const navigate = useNavigate();
  const { data: current, error } = useQuery(currentSubscriptionQuery);
  const subscription = current?.subscription;
  const { data: interviews } = useQuery(interviewsQuery(1));
  useEffect(() => {
    if (error) logProblem('Current subscription failed to load', error);
  }, [error]);

  const active = company.subscription_status === 'active';
  const plan = subscription === undefined ? company.plan : (subscription?.plan ?? null);
  const choose = (
    <Button look="primary" onClick={() => void navigate({ to: '/subscription-plans' })}>
      Choose a Plan
    </Button>
  );
  const toPlans = <Button onClick={() => void navigate({ to: '/subscription-plans' })}>View plan</Button>;
  return (
    <Page title={`Welcome back, ${user?.name ?? company.name}!`}>
      <RunningInterviews interviews={interviews?.data ?? []} />
      {!active && (
        <Notice tone="warn" action={owner ? choose : undefined}>
          You don't have an active subscription. Subscribe now to start conducting interviews!
        </Notice>
      )}
      <Suspense>
        <SharedWaiting />
      </Suspense>
      {owner && subscription && <SubscriptionNotice subscription={subscription} fix={toPlans} keep={toPlans} />}
      <QuickActions active={active} owner={owner} />
      <Figures
        company={company}
        plan={plan}
        owner={owner}
        renews={subscription?.renews ?? true}
        interviews={interviews?.total}
      />
      <div className={styles.details}>
        <CompanyCard company={company} owner={owner} />
        {owner ? (
          <SubscriptionCard company={company} plan={plan} subscription={subscription} usage={current?.usage} />
        ) : (
          plan && current && <UsageCard plan={plan} usage={current.usage} />
        )}
      </div>
    </Page>
  );
}
