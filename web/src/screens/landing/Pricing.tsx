import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useIsSignedIn } from '../../features/auth/useAccount.ts';
import { plansQuery } from '../../features/billing/billing.queries.ts';
import { planFeatures, planLacks } from '../../features/billing/plan-text.ts';
import { PlanCard, PlanList } from '../../features/billing/PlanCard.tsx';
import { rememberChosenPlan } from '../../shared/device/chosen-plan.ts';
import { logProblem } from '../../shared/log.ts';
import { ButtonLink } from '../../shared/ui/plain/ButtonLink.tsx';
import styles from './landing.module.css';

const ALWAYS = ['Real-time collaboration', 'Session history', 'Team management'];

/**
 * The plans with their prices. Shows that they are loading until they arrive, and also if they fail to load (spec 2).
 */
export function Pricing() {
  const isSignedIn = useIsSignedIn();
  const { data: plans, error } = useQuery(plansQuery);
  useEffect(() => {
    if (error) logProblem('Plans failed to load', error);
  }, [error]);
  return (
    <section className={styles.pricing} aria-labelledby="pricing">
      <h2 id="pricing">Simple, Transparent Pricing</h2>
      <div className={styles.plans}>
        {plans === undefined || plans.length === 0 ? (
          <p role="status">Loading pricing plans...</p>
        ) : (
          <PlanList>
            {plans.map((plan) => (
              <PlanCard
                key={plan.id}
                plan={plan}
                chip={plan.features.popular ? 'MOST POPULAR' : null}
                features={[...planFeatures(plan), ...ALWAYS]}
                lacks={planLacks(plan)}
                action={
                  <ButtonLink
                    look={plan.features.popular ? 'primary' : 'secondary'}
                    size="lg"
                    fullWidth
                    aria-describedby={`plan-${plan.id}`}
                    role="button"
                    to={isSignedIn ? '/subscription-plans' : '/register'}
                    onClick={() => rememberChosenPlan(plan.id)}
                  >
                    Get Started
                  </ButtonLink>
                }
              />
            ))}
          </PlanList>
        )}
      </div>
    </section>
  );
}
