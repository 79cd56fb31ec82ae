import type { Company } from '@cip/contracts/accounts/company';
import { cycleLong, SUBSCRIPTION_TONES } from '../../features/billing/plan-text.ts';
import { SettingsSection } from '../../features/company/SettingsSection.tsx';
import { formatMoney } from '../../shared/format.ts';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import styles from './settings.module.css';

/** The company's plan, with the way to its page. */
export function PlanSection({ company: { plan, subscription_status: status } }: { company: Company }) {
  return (
    <SettingsSection title="Subscription Management" text="Your plan and what it allows.">
      <p className={styles.plan}>
        Current Plan
        <StatusChip tone={SUBSCRIPTION_TONES[status]}>{status.toUpperCase()}</StatusChip>
        {plan && (
          <span>
            {plan.name}, {formatMoney(plan.price)} per {cycleLong(plan)}
          </span>
        )}
      </p>
      <div>
        <ButtonLink to="/subscription-plans" role="button">
          Manage Subscription
        </ButtonLink>
      </div>
    </SettingsSection>
  );
}
