import type { Account } from '@cip/contracts/accounts/auth';
import { useEffect, useState } from 'react';
import { ownerOf, storedOwner } from '../../shared/device/stored-account.ts';
import { useAccountStore } from './useAccount.ts';

/** Returns this page's account once another tab has signed it out, or another one in; null before. */
export function useReplacedAccount(): Account | null {
  const { state } = useAccountStore();
  const [replaced, setReplaced] = useState<Account | null>(null);
  useEffect(() => {
    const compare = () => {
      const { account } = state.get();
      if (account !== null && ownerOf(account) !== storedOwner()) setReplaced(account);
    };
    compare();
    const stop = new AbortController();
    // A page gets no `storage` event while it is away, so it compares again if "Back" shows it.
    for (const event of ['storage', 'pageshow']) window.addEventListener(event, compare, { signal: stop.signal });
    return () => stop.abort();
  }, [state]);
  return replaced;
}
