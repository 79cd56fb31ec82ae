import { CheckoutNotice } from './CheckoutNotice.tsx';
import { useCheckoutReturn } from './useCheckoutReturn.ts';

interface CheckoutReturnProps {
  checkout: 'success' | 'cancelled';
  /** The outcome is final: the address has done its work. */
  onRead: () => void;
}

/** What became of the checkout that the visitor came back from. */
export function CheckoutReturn({ checkout, onRead }: CheckoutReturnProps) {
  const { state, again } = useCheckoutReturn(checkout, onRead);
  return <CheckoutNotice state={state} onAgain={again} />;
}
