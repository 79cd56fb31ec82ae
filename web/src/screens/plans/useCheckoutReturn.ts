import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { isOwner, useAccount, useAccountStore } from '../../features/auth/useAccount.ts';
import { checkoutOutcome } from '../../features/billing/billing.queries.ts';
import { CHECKOUT_POLL_EVERY_MS, CHECKOUT_POLLS, CHECKOUT_REDIRECT_MS } from '../../shared/limits.ts';
import { logProblem } from '../../shared/log.ts';
import { refreshPlan } from './refresh-plan.ts';
import { pause } from '../../shared/pause.ts';

/** The outcome of a checkout that the user returns from. */
export type CheckoutState = 'cancelled' | 'asking' | 'paid' | 'pending' | 'none' | 'unknown';

/** Final outcomes. */
const FINAL = new Set<CheckoutState | null>(['cancelled', 'paid', 'none']);

/**
 * Requests the outcome of a checkout from the server, because a URL alone proves nothing. Once it is paid, reloads the
 * company and opens the dashboard three seconds later. Calls `onRead` when the outcome is final and the URL may drop
 * it; until then a reload requests it again.
 */
export function useCheckoutReturn(checkout: 'success' | 'cancelled', onRead: () => void) {
  const store = useAccountStore();
  const owner = isOwner(useAccount());
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<CheckoutState>('asking');
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (checkout !== 'success' || !owner) return;
    const stop = new AbortController();
    setOutcome('asking');
    void findOut(stop.signal).then((found) => {
      if (!stop.signal.aborted) setOutcome(found);
    });
    return () => stop.abort();
  }, [checkout, owner, round]);

  useEffect(() => {
    if (checkout !== 'success' || outcome !== 'paid') return;
    void refreshPlan(store, queries);
    const timer = setTimeout(() => void navigate({ to: '/dashboard' }), CHECKOUT_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [checkout, outcome, store, navigate, queries]);

  const again = useCallback(() => setRound((count) => count + 1), []);
  const state: CheckoutState | null = checkout === 'success' ? (owner ? outcome : null) : checkout;
  const isRead = FINAL.has(state);
  useEffect(() => {
    if (isRead) onRead();
  }, [isRead, onRead]);
  return { state, again };
}

/** Polls for the payment for some time, because a bank may take a moment. */
async function findOut(signal: AbortSignal): Promise<CheckoutState> {
  try {
    for (let asked = 1; !signal.aborted; asked++) {
      const { outcome, subscription } = await checkoutOutcome();
      if (outcome === 'paid') return 'paid';
      // If there is nothing to pay and the plan is active, the page was opened again.
      if (outcome === 'none') return subscription?.status === 'active' ? 'paid' : 'none';
      if (asked >= CHECKOUT_POLLS) return 'pending';
      await pause(CHECKOUT_POLL_EVERY_MS);
    }
  } catch (error) {
    logProblem('The checkout could not be looked up', error);
  }
  return 'unknown';
}
