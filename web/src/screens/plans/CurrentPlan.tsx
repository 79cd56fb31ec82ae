import type { PlanUsage as Usage, Subscription } from '@cip/contracts/billing/billing';
import { useState } from 'react';
import { cycleLong, SUBSCRIPTION_TONES } from '../../features/billing/plan-text.ts';
import { PlanUsage } from '../../features/billing/PlanUsage.tsx';
import { nextChange } from '../../features/billing/subscription-text.ts';
import { SubscriptionNotice } from '../../features/billing/SubscriptionNotice.tsx';
import { formatDay, formatMoney } from '../../shared/format.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { ConfirmDialog } from '../../shared/ui/overlay/ConfirmDialog.tsx';
import { Problem } from '../../shared/ui/feedback/Problem.tsx';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import { ButtonRow } from '../../shared/ui/ButtonRow.tsx';
import styles from './plans.module.css';
import { useManagePlan } from './useManagePlan.ts';

export interface CurrentPlanProps {
  subscription: Subscription;
  usage: Usage;
  /** Only the company account may change the plan. */
  owner: boolean;
}

/** The company's plan: its price, usage and actions. */
export function CurrentPlan({ subscription, usage, owner }: CurrentPlanProps) {
  const { plan, status, paid, renews, ends_at: endsAt } = subscription;
  const [asking, setAsking] = useState(false);
  const manage = useManagePlan(() => setAsking(false));
  const next = nextChange(subscription);
  const isLive = paid && status === 'active';
  const disabled = manage.busy !== null;
  const portal = (text: string) => (
    <Button busy={manage.busy === 'portal'} disabled={disabled} onClick={() => manage.start('portal')}>
      {text}
    </Button>
  );
  const keep = (
    <Button
      busy={manage.busy === 'keep'}
      busyText="Keeping..."
      disabled={disabled}
      onClick={() => manage.start('keep')}
    >
      {`Keep ${plan.name}`}
    </Button>
  );
  return (
    <section className={styles.current} aria-labelledby="current-plan">
      <Problem text={manage.problem} />
      <SubscriptionNotice
        subscription={subscription}
        fix={owner ? portal('Update card') : undefined}
        keep={owner ? keep : undefined}
      />
      <div className={styles.currentBody}>
        <div className={styles.currentFacts}>
          <h2 id="current-plan">Current plan</h2>
          <p className={styles.currentName}>
            <strong>{plan.name}</strong>
            <StatusChip tone={SUBSCRIPTION_TONES[status]}>{status.toUpperCase()}</StatusChip>
          </p>
          <p className={styles.quiet}>
            {formatMoney(plan.price)} per {cycleLong(plan)}
            {next && `, ${next.words} ${next.day}`}
          </p>
          {owner && paid && (
            <ButtonRow>
              {portal('Manage billing')}
              {isLive && renews && (
                <Button look="quiet" disabled={disabled} onClick={() => setAsking(true)}>
                  Cancel plan
                </Button>
              )}
            </ButtonRow>
          )}
        </div>
        <PlanUsage plan={plan} usage={usage} />
      </div>
      {asking && endsAt !== null && (
        <CancelDialog name={plan.name} endsAt={endsAt} manage={manage} onCancel={() => setAsking(false)} />
      )}
    </section>
  );
}

interface CancelDialogProps {
  /** The plan's name. */
  name: string;
  endsAt: string;
  manage: ReturnType<typeof useManagePlan>;
  onCancel: () => void;
}

function CancelDialog({ name, endsAt, manage, onCancel }: CancelDialogProps) {
  return (
    <ConfirmDialog
      title={`Cancel ${name}?`}
      confirm="Cancel plan"
      confirmBusy="Cancelling..."
      dismiss="Keep plan"
      busy={manage.busy === 'cancel'}
      onConfirm={() => manage.start('cancel')}
      onCancel={onCancel}
    >
      Your plan stays active until {formatDay(endsAt)}. After that you can’t start new interviews, but everything is
      kept.
    </ConfirmDialog>
  );
}
