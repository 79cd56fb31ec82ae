import type { Account } from '@cip/contracts/auth';
import { useRouter } from '@tanstack/react-router';
import { useAccountStore } from '../../features/auth/useAccount.ts';
import { placeAfterSignIn } from './place-after-sign-in.ts';

/** Takes over the account that has just signed in, and goes to the page it wanted. */
export function useGoOn(): (account: Account & { token: string }) => Promise<void> {
  const store = useAccountStore();
  const { history } = useRouter();
  return async (account) => {
    store.enter(account);
    history.push(await placeAfterSignIn(account.company.id));
  };
}
