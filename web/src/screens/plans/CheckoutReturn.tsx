import { CheckoutNotice } from './CheckoutNotice.tsx';
import { useCheckoutReturn } from './useCheckoutReturn.ts';

interface CheckoutReturnProps {
  checkout: 'success' | 'cancelled';
  /** Called when the outcome is final and the URL may drop it. */
  onRead: () => void;
}

/** Shows the outcome of the checkout that the user returns from. */
export function CheckoutReturn({ checkout, onRead }: CheckoutReturnProps) {
  const { state, again } = useCheckoutReturn(checkout, onRead);
  return <CheckoutNotice state={state} onAgain={again} />;
}
