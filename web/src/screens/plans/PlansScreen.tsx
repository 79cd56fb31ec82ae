import type { Plan, Subscription } from '@cip/contracts/billing/billing';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { isOwner, useAccount } from '../../features/auth/useAccount.ts';
import { currentSubscriptionQuery, plansQuery } from '../../features/billing/billing.queries.ts';
import { chosenPlan } from '../../shared/device/chosen-plan.ts';
import { useFailure } from '../../shared/form/use-failure.ts';
import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Problem } from '../../shared/ui/feedback/Problem.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { CurrentPlan } from './CurrentPlan.tsx';
import { PlanChoice } from './PlanChoice.tsx';
import { PlansFooter } from './PlansFooter.tsx';
import styles from './plans.module.css';
import { useSubscribe } from './useSubscribe.ts';

// Lazy, because payments need the network, so that the shell does not contain it.
const CheckoutReturn = lazyPart(async () => (await import('./CheckoutReturn.tsx')).CheckoutReturn);

const LEAD = 'Change or cancel any time. Billing never interrupts a running interview.';

/** Returns the line under the title; `subscription` is undefined until it has loaded. */
function leadOf(subscription: Subscription | null | undefined, chosen: Plan | undefined): string {
  if (subscription !== null) return LEAD;
  return chosen ? `You chose ${chosen.name}. ${LEAD}` : `Start free: Starter needs no card. ${LEAD}`;
}

interface PlansScreenProps {
  /** The outcome of the checkout according to the URL. */
  checkout: 'success' | 'cancelled' | undefined;
  /** Called when the URL may drop the outcome, so that it is not shown again. */
  onCheckoutRead: () => void;
}

/** The current plan, all plans to choose from, and the return from a checkout. */
export function PlansScreen({ checkout, onCheckoutRead }: PlansScreenProps) {
  const account = useAccount();
  const owner = isOwner(account);
  const query = useQuery(plansQuery);
  const { data: plans } = query;
  const hasFailed = useFailure(query);
  const currentQuery = useQuery(currentSubscriptionQuery);
  const { data: current } = currentQuery;
  // A click could change a paid plan without the question. If a company has no plan, there is none to change.
  const isUnknown = account.company.subscription_status === 'active' && !current;
  const hasCurrentFailed = useFailure(currentQuery);
  const { subscribing, problem, subscribe } = useSubscribe();
  // It stays even if the URL drops it.
  const [returned, setReturned] = useState(checkout);
  if (checkout !== undefined && checkout !== returned) setReturned(checkout);
  const subscription = current?.subscription ?? null;
  const [chosenId] = useState(chosenPlan);
  // Once the company has a plan, the choice is made.
  const chosen = subscription ? undefined : plans?.find(({ id }) => id === chosenId);
  const noCards = current?.card_payments === 'off';
  return (
    <Page
      title="Choose Your Plan"
      lead={leadOf(current ? subscription : undefined, chosen)}
      actions={
        <ButtonLink to="/dashboard" role="button">
          Dashboard
        </ButtonLink>
      }
      footer={<PlansFooter />}
    >
      <Suspense>{returned && <CheckoutReturn checkout={returned} onRead={onCheckoutRead} />}</Suspense>
      {hasFailed && <LoadFailed query={query}>Failed to load subscription plans</LoadFailed>}
      {isUnknown && hasCurrentFailed && !hasFailed && (
        <LoadFailed query={currentQuery}>Failed to load your current plan</LoadFailed>
      )}
      <Problem text={problem} />
      {noCards && (
        <Notice tone="info">Card payments are not set up on this server, so only free plans can be taken.</Notice>
      )}
      {subscription && current && <CurrentPlan subscription={subscription} usage={current.usage} owner={owner} />}
      {!plans && !hasFailed && <Skeleton rows={1} height={420} />}
      <h2 className="visually-hidden">Plans</h2>
      <PlanChoice
        plans={plans ?? []}
        {...{ subscription, subscribing, subscribe }}
        chosen={chosen?.id ?? null}
        isUnavailable={({ price }) => isUnknown || !owner || (noCards && price > 0)}
      />
      {!owner && <p className={styles.note}>Only the company account can change the plan.</p>}
      {current?.card_payments === 'test' && <p className={styles.note}>Test mode: no money moves.</p>}
    </Page>
  );
}
