import type { Account } from '@cip/contracts/accounts/auth';
import { mayManage, type Role } from '@cip/contracts/accounts/roles';
import { createContext, useContext, useEffect } from 'react';
import { useStore } from '../../shared/store.ts';
import type { AccountStore, AuthState } from './account-store.ts';

/** The page's account store; App.tsx provides it. */
export const AccountContext = createContext<AccountStore | null>(null);

/** Returns the page's account store. */
export function useAccountStore(): AccountStore {
  const store = useContext(AccountContext);
  if (store === null) throw new Error('No account store is provided');
  return store;
}

/** Returns who is signed in, and checks that with the server once per page. */
export function useAuthState(): AuthState {
  const store = useAccountStore();
  useEffect(() => void store.check(), [store]);
  return useStore(store.state);
}

/** Returns whether an account is signed in; false while a prerendered page is hydrated. */
export function useIsSignedIn(): boolean {
  const store = useAccountStore();
  return useStore(store.state, ({ account }) => account !== null, false);
}

/** Returns the signed-in account. Throws outside the screens behind the sign-in. */
export function useAccount(): Account {
  const { account } = useAuthState();
  if (account === null) throw new Error('This screen needs a signed-in account');
  return account;
}

/** Returns the role of an account; that of the owner names no user. */
export function roleOf({ user }: Account): Role {
  return user?.role ?? 'owner';
}

/** Returns true for the owner of the company, who alone has its plan, keys and webhooks. */
export function isOwner(account: Account): boolean {
  return roleOf(account) === 'owner';
}

/** Returns true for the owner and admins, who manage the company's people and settings. */
export function isManager(account: Account): boolean {
  return mayManage(roleOf(account));
}
