import type { TestPortal } from '@cip/contracts/billing/test-payments';
import type { TestPortalAction } from '../../features/billing/test-payments.queries.ts';
import { formatDay, formatMoney } from '../../shared/format.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import { ButtonRow } from '../../shared/ui/ButtonRow.tsx';
import styles from './test-payments.module.css';

export interface TestPortalSectionProps {
  busy: TestPortalAction | null;
  onAct: (action: TestPortalAction) => void;
}

/** The portal's plan: its price and end. */
export function TestPlanSection({
  subscription,
  busy,
  onAct,
}: TestPortalSectionProps & { subscription: TestPortal['subscription'] }) {
  return (
    <section className={styles.section} aria-labelledby="test-plan">
      <h2 id="test-plan">Plan</h2>
      {subscription === null ? (
        <p className={styles.quiet}>Nothing is being paid for.</p>
      ) : (
        <>
          <p className={styles.line}>
            <strong>{subscription.plan}</strong>
            <StatusChip tone={subscription.status === 'past_due' ? 'bad' : 'good'}>
              {subscription.status === 'past_due' ? 'PAST DUE' : 'ACTIVE'}
            </StatusChip>
          </p>
          <p className={styles.quiet}>
            {formatMoney(subscription.price)} per {subscription.billing_cycle === 'yearly' ? 'year' : 'month'},{' '}
            {subscription.ends_at === null ? 'renews' : 'ends'} on {formatDay(subscription.period_ends_at)}
          </p>
          <ButtonRow>
            {subscription.ends_at === null ? (
              <Button busy={busy === 'cancel'} disabled={busy !== null} onClick={() => onAct('cancel')}>
                Cancel plan
              </Button>
            ) : (
              <Button busy={busy === 'resume'} disabled={busy !== null} onClick={() => onAct('resume')}>
                Keep plan
              </Button>
            )}
            <Button look="quiet" busy={busy === 'renew'} disabled={busy !== null} onClick={() => onAct('renew')}>
              Let the paid period end now
            </Button>
          </ButtonRow>
        </>
      )}
    </section>
  );
}
