import { Notice } from '../../shared/ui/Notice.tsx';

/** Says how the external checkout ended. */
export function CheckoutNotice({ checkout }: { checkout: 'success' | 'cancelled' | undefined }) {
  if (checkout === undefined) return null;
  return checkout === 'success' ? (
    <Notice tone="good">
      Subscription activated successfully, you will be redirected to the dashboard in 3 seconds
    </Notice>
  ) : (
    <Notice tone="info">Checkout cancelled. You can try again or choose another plan.</Notice>
  );
}
