import type { TestCheckout } from '@cip/contracts/billing/test-payments';
import { useQuery } from '@tanstack/react-query';
import { payTest, testCheckoutQuery, type TestCard } from '../../features/billing/test-payments.queries.ts';
import { messageOf } from '../../shared/api/api-error.ts';
import { useAction } from '../../shared/form/use-action.ts';
import { formatMoney } from '../../shared/format.ts';
import { go } from '../../shared/device/location.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { TestPage } from './TestPage.tsx';
import styles from './test-payments.module.css';

/** Replaces the payment provider's checkout in test mode: pay, be declined, or leave. */
export function TestCheckoutScreen({ id }: { id: string }) {
  const { data: checkout, error } = useQuery(testCheckoutQuery(id));
  return (
    <TestPage title="Test checkout">
      {error && (
        <>
          <Notice tone="bad">{messageOf(error, 'The checkout could not be loaded. Please try again.')}</Notice>
          <ButtonLink role="button" look="primary" to="/subscription-plans">
            Back to the plans
          </ButtonLink>
        </>
      )}
      {!checkout && !error && <Skeleton rows={1} height={240} />}
      {checkout && <Checkout id={id} checkout={checkout} />}
    </TestPage>
  );
}

function Checkout({ id, checkout }: { id: string; checkout: TestCheckout }) {
  const { plan, price, billing_cycle: cycle, status } = checkout;
  const {
    input: busy,
    problem,
    start: pay,
  } = useAction({
    run: async (card: TestCard) => go((await payTest(id, card)).success_url),
    failure: () => 'The payment did not go through. Please try again.',
    leavesPage: true,
  });
  return (
    <>
      <p className={styles.amount}>
        <strong>{formatMoney(price)}</strong> per {cycle === 'yearly' ? 'year' : 'month'}
      </p>
      <p className={styles.quiet}>{plan}, renewed until it is cancelled</p>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      {status === 'open' ? (
        <div className={styles.actions}>
          <Button
            look="primary"
            size="lg"
            fullWidth
            busy={busy === 'works'}
            busyText="Paying..."
            disabled={busy !== null}
            onClick={() => pay('works')}
          >
            {`Pay ${formatMoney(price)}`}
          </Button>
          <Button
            size="lg"
            fullWidth
            busy={busy === 'declined'}
            busyText="Asking the bank..."
            disabled={busy !== null}
            onClick={() => pay('declined')}
          >
            Pay with a card that is declined
          </Button>
          <Button look="quiet" size="lg" fullWidth disabled={busy !== null} onClick={() => go(checkout.cancel_url)}>
            Cancel
          </Button>
        </div>
      ) : (
        <Finished checkout={checkout} />
      )}
    </>
  );
}

function Finished({ checkout }: { checkout: TestCheckout }) {
  const paid = checkout.status === 'complete';
  return (
    <>
      <Notice tone="info">
        {paid ? 'This checkout is paid.' : 'This checkout is no longer open. Please choose your plan again.'}
      </Notice>
      <Button look="primary" onClick={() => go(paid ? checkout.success_url : checkout.cancel_url)}>
        Back to the plans
      </Button>
    </>
  );
}
