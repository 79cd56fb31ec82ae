import { notifyManager, useQueryClient } from '@tanstack/react-query';
import type { QueryCache } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useAccountStore } from '../../features/auth/useAccount.ts';
import { formatDateTime } from '../../shared/format.ts';
import { useReachability } from '../../shared/api/reachability.ts';
import { accountConfirmedAt } from '../../shared/device/stored-account.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { Strip } from '../../shared/ui/feedback/Strip.tsx';

/** Interval between attempts to reach the server (ms). */
const ASK_EVERY_MS = 15_000;

/** Shows that the data is cached, and from when. Disappears on reconnection. */
export function OfflineStrip() {
  const reachability = useReachability();
  const at = useShownSince();
  const ask = useAsking(reachability === 'unreachable');
  if (reachability === 'online') return null;
  const again = (
    <Button size="sm" onClick={ask}>
      Try again
    </Button>
  );
  return (
    <Strip tone="warn" actions={reachability === 'unreachable' ? again : undefined}>
      {reachability === 'offline' ? 'You are offline.' : 'We can’t reach the server. We keep trying.'}
      {at > 0 && ` Last updated ${formatDateTime(new Date(at).toISOString())}.`}
    </Strip>
  );
}

/** Returns the age of the oldest data on the screen (ms since 1970), or the account's if there is no other. */
function useShownSince(): number {
  const cache = useQueryClient().getQueryCache();
  // Renders on every request, reply and cache hit.
  const subscribe = useCallback((changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed)), [cache]);
  return useSyncExternalStore(subscribe, () => shownSince(cache));
}

function shownSince(cache: QueryCache): number {
  const shown = cache.findAll({ type: 'active' }).map(({ state }) => state.dataUpdatedAt);
  const known = shown.filter((at) => at > 0);
  if (known.length > 0) return Math.min(...known);
  return shown.length > 0 ? 0 : accountConfirmedAt();
}

/** Requests the account until the server replies, then the data on the screen. Returns a function that retries now. */
function useAsking(isAway: boolean): () => void {
  const store = useAccountStore();
  const client = useQueryClient();
  const ask = useCallback(() => {
    store.refresh().then(
      () => client.refetchQueries({ type: 'active' }),
      // Still unreachable, or signed out meanwhile: the call has recorded it.
      () => undefined,
    );
  }, [store, client]);
  useEffect(() => {
    if (!isAway) return;
    const timer = setInterval(ask, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isAway, ask]);
  return ask;
}
