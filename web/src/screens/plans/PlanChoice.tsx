import type { Plan, Subscription } from '@cip/contracts/billing/billing';
import { Suspense, useState } from 'react';
import { planFeatures, planLacks } from '../../features/billing/plan-text.ts';
import { PlanCard, PlanList } from '../../features/billing/PlanCard.tsx';
import { changeText } from '../../features/billing/subscription-text.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { SubscribeButton } from './SubscribeButton.tsx';
import type { useSubscribe } from './useSubscribe.ts';

// Lazy, because payments need the network, so that the shell does not contain it.
const ChangeDialog = lazyPart(async () => (await import('./ChangeDialog.tsx')).ChangeDialog);

interface PlanChoiceProps extends Pick<ReturnType<typeof useSubscribe>, 'subscribing' | 'subscribe'> {
  plans: Plan[];
  subscription: Subscription | null;
  /** The plan that was chosen before the company registered. */
  chosen: string | null;
  isUnavailable: (plan: Plan) => boolean;
}

/** All plans. A change of a paid plan is confirmed first. */
export function PlanChoice(props: PlanChoiceProps) {
  const { plans, subscription, chosen, subscribing, subscribe, isUnavailable } = props;
  const [asked, setAsked] = useState<Plan | null>(null);
  const choose = (plan: Plan) => {
    if (changeText(subscription, plan) === null) subscribe(plan);
    else setAsked(plan);
  };
  return (
    <>
      <PlanList>
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            chip={plan.name === 'Professional' ? 'POPULAR' : null}
            features={planFeatures(plan)}
            lacks={planLacks(plan)}
            action={
              <SubscribeButton
                {...{ plan, subscription, chosen }}
                busy={subscribing === plan.id}
                disabled={subscribing !== null || isUnavailable(plan)}
                onClick={() => choose(plan)}
              />
            }
          />
        ))}
      </PlanList>
      <Suspense>
        {asked !== null && (
          <ChangeDialog
            plan={asked}
            text={changeText(subscription, asked) ?? ''}
            onCancel={() => setAsked(null)}
            onConfirm={() => {
              setAsked(null);
              subscribe(asked);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
