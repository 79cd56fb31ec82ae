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
      {status === 'open' ? <Ways {...{ checkout, busy, pay }} /> : <Finished checkout={checkout} />}
    </>
  );
}

interface WaysProps {
  checkout: TestCheckout;
  /** The card that pays. */
  busy: TestCard | null;
  pay: (card: TestCard) => void;
}

function Ways({ checkout, busy, pay }: WaysProps) {
  const isBusy = busy !== null;
  const way = (card: TestCard) => ({ busy: busy === card, disabled: isBusy, onClick: () => pay(card) });
  return (
    <div className={styles.actions}>
      <Button look="primary" size="lg" fullWidth busyText="Paying..." {...way('works')}>
        {`Pay ${formatMoney(checkout.price)}`}
      </Button>
      <Button size="lg" fullWidth busyText="Asking the bank..." {...way('declined')}>
        Pay with a card that is declined
      </Button>
      <Button look="quiet" size="lg" fullWidth disabled={isBusy} onClick={() => go(checkout.cancel_url)}>
        Cancel
      </Button>
    </div>
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
