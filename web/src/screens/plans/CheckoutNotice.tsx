import { Button } from '../../shared/ui/joy/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import type { CheckoutState } from './useCheckoutReturn.ts';

/** Shows the outcome of the external checkout according to the server. */
export function CheckoutNotice({ state, onAgain }: { state: CheckoutState | null; onAgain: () => void }) {
  const again = <Button onClick={onAgain}>Check again</Button>;
  switch (state) {
    case null:
      return null;
    case 'cancelled':
      return <Notice tone="info">Checkout cancelled. You can try again or choose another plan.</Notice>;
    case 'asking':
      return <Notice tone="info">Confirming your payment…</Notice>;
    case 'paid':
      return (
        <Notice tone="good">
          Subscription activated successfully, you will be redirected to the dashboard in 3 seconds
        </Notice>
      );
    case 'pending':
      return (
        <Notice tone="warn" action={again}>
          Your payment is not confirmed yet. Nothing is lost: your plan starts as soon as it is.
        </Notice>
      );
    case 'none':
      return <Notice tone="info">No payment was found. Please choose your plan.</Notice>;
    case 'unknown':
      return (
        <Notice tone="warn" action={again}>
          We couldn’t check your payment. If you paid, your plan starts automatically.
        </Notice>
      );
  }
}
