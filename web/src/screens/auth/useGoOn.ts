import type { Account } from '@cip/contracts/accounts/auth';
import { useRouter } from '@tanstack/react-router';
import { useAccountStore } from '../../features/auth/useAccount.ts';
import { placeAfterSignIn } from './place-after-sign-in.ts';

/** Returns a function that stores the signed-in account and opens the page it wanted. */
export function useGoOn(): (account: Account & { token: string }) => Promise<void> {
  const store = useAccountStore();
  const { history } = useRouter();
  return async (account) => {
    store.enter(account);
    history.push(await placeAfterSignIn(account.company.id));
  };
}
