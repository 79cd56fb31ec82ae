import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { mayInterview } from '@cip/contracts/accounts/roles';
import { isManager, isOwner, roleOf, useAccount } from '../../features/auth/useAccount.ts';
import { currentSubscriptionQuery } from '../../features/billing/billing.queries.ts';
import { SubscriptionNotice } from '../../features/billing/SubscriptionNotice.tsx';
import { interviewsQuery, runningInterviewsQuery } from '../../features/interviews/interviews.queries.ts';
import { logProblem } from '../../shared/log.ts';
import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { LimitNotice } from './LimitNotice.tsx';
import { QuickActions } from './QuickActions.tsx';
import { startLimit } from './start-limit.ts';
import { Work } from './Work.tsx';

// Lazy, because few visits have anything to show here.
const SharedWaiting = lazyPart(async () => (await import('../share-target/SharedWaiting.tsx')).SharedWaiting);

// Lazy, because only running interviews have waiting candidates.
const WhoWaits = lazyPart(async () => (await import('./WhoWaits.tsx')).WhoWaits);

// Lazy, because few visits have any to write.
const OpenScorecards = lazyPart(async () => (await import('../scorecards/OpenScorecards.tsx')).OpenScorecards);

// Below the work, and too large for the cached shell.
const Facts = lazyPart(async () => (await import('./Facts.tsx')).Facts);

const CHOOSE = (
  <ButtonLink look="primary" to="/subscription-plans" role="button">
    Choose a Plan
  </ButtonLink>
);
const TO_PLANS = <ButtonLink to="/subscription-plans">View plan</ButtonLink>;

// Lazy, because few accounts only plan.
const PlannerDashboard = lazyPart(async () => (await import('./PlannerDashboard.tsx')).PlannerDashboard);

/** The first page after the sign-in, by the role of the account. */
export function DashboardScreen() {
  if (mayInterview(roleOf(useAccount()))) return <InterviewerDashboard />;
  return (
    <Suspense>
      <PlannerDashboard />
    </Suspense>
  );
}

/** Interviews now, next and before, then facts about the company. */
function InterviewerDashboard() {
  const account = useAccount();
  const { company, user } = account;
  const owner = isOwner(account);
  const plans = useQuery(currentSubscriptionQuery);
  const { data: current, error } = plans;
  const subscription = current?.subscription;
  const sessions = useQuery(interviewsQuery(1));
  const { data: live = [] } = useQuery(runningInterviewsQuery);
  const [isBarred, setBarred] = useState(false);
  useEffect(() => {
    if (error) logProblem('Current subscription failed to load', error);
  }, [error]);

  const active = company.subscription_status === 'active';
  const plan = subscription === undefined ? company.plan : (subscription?.plan ?? null);
  const limit = startLimit(plan, current?.usage, live);
  return (
    <Page
      title={`Welcome back, ${user?.name ?? company.name}!`}
      tab="Dashboard"
      actions={
        active && (
          <ButtonLink to="/sessions" state={{ isPlanning: true }} role="button">
            Schedule session
          </ButtonLink>
        )
      }
    >
      {!active && (
        <Notice tone="warn" action={owner ? CHOOSE : undefined}>
          You don't have an active subscription. Subscribe now to start conducting interviews!
        </Notice>
      )}
      <Suspense>
        <SharedWaiting />
      </Suspense>
      {owner && subscription && <SubscriptionNotice subscription={subscription} fix={TO_PLANS} keep={TO_PLANS} />}
      {isBarred && limit !== null && <LimitNotice {...{ limit, owner }} onDismiss={() => setBarred(false)} />}
      {live.length > 0 && (
        <Suspense>
          <WhoWaits />
        </Suspense>
      )}
      <QuickActions
        active={active}
        manager={isManager(account)}
        limit={limit?.reason ?? null}
        onLimit={() => setBarred(true)}
      />
      <Suspense>
        <OpenScorecards />
      </Suspense>
      <Work />
      <Suspense>
        <Facts {...{ account, plan, sessions, current: plans }} />
      </Suspense>
    </Page>
  );
}
