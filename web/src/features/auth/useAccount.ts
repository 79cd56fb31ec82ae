import type { Account } from '@cip/contracts/auth';
import { createContext, useContext, useEffect } from 'react';
import { useStore } from '../../shared/store.ts';
import type { AccountStore, AuthState } from './account-store.ts';

/** Holds the page's account store; main.tsx provides it. */
export const AccountContext = createContext<AccountStore | null>(null);

/** The page's account store: sign in and out, refresh. */
export function useAccountStore(): AccountStore {
  const store = useContext(AccountContext);
  if (store === null) throw new Error('No account store is provided');
  return store;
}

/** Who is signed in, having asked the server once. */
export function useAuthState(): AuthState {
  const store = useAccountStore();
  useEffect(() => void store.check(), [store]);
  return useStore(store.state);
}

/** Whether an account is signed in; false while a page that was written at build time is taken over. */
export function useIsSignedIn(): boolean {
  const store = useAccountStore();
  return useStore(store.state, ({ account }) => account !== null, false);
}

/** The signed-in account; only for screens behind the guard. */
export function useAccount(): Account {
  const { account } = useAuthState();
  if (account === null) throw new Error('This screen needs a signed-in account');
  return account;
}

/** True for the company account; an interviewer acts under their own name and manages nothing. */
export function isOwner(account: Account): boolean {
  return account.user?.role !== 'interviewer';
}
