import type { Account } from '@cip/contracts/accounts/auth';
import { createAtom } from '@tanstack/store';
import { call, callAs } from '../../shared/api/api-client.ts';
import { ApiError, isPassingStatus } from '../../shared/api/api-error.ts';
import { LATE_REPLY_MS } from '../../shared/limits.ts';
import { go } from '../../shared/device/location.ts';
import { isSignedOutScreen } from '../../shared/signed-out-screens.ts';
import { logProblem } from '../../shared/log.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { forgetReturnAddress } from '../../shared/device/return-address.ts';
import type { ReadableStore } from '../../shared/store.ts';
import {
  forgetAccount,
  forgetRefusedAccount,
  isReplacedToken,
  ownerOf,
  storeAccount,
  storedAccount,
  storedOwner,
  storedToken,
} from '../../shared/device/stored-account.ts';

/** Who is signed in. While loading, `account` may already be the stored copy. */
export type AuthState =
  | { phase: 'loading'; account: Account | null }
  | { phase: 'authenticated'; account: Account }
  | { phase: 'unauthenticated'; account: null };

/** Creates the store of the signed-in account; one per page. */
export function createAccountStore() {
  const state = createAtom<AuthState>({ phase: 'loading', account: null });
  const { set } = state;
  let checking: Promise<void> | null = null;
  const enter = (account: Account, token?: string) => {
    storeAccount(account, token);
    set({ phase: 'authenticated', account });
  };
  const leave = (forget = forgetAccount) => {
    forget();
    // The next company on this device must not see the cached data of this one.
    queryClient.clear();
    set({ phase: 'unauthenticated', account: null });
  };

  return {
    /** Who is signed in, for `useStore`. */
    state: state as ReadableStore<AuthState>,
    /**
     * Checks the stored account with the server, once per page. If the server refuses it, it is removed and the page
     * redirects to /login.
     */
    check: () => (checking ??= checkStored(set, enter, leave)),
    /** Stores the account that has just signed in, with its token. */
    enter: ({ token, ...account }: Account & { token: string }) => enter(account, token),
    /**
     * Requests the revocation of the token and signs this device out immediately, because on a dead connection the next
     * person at this device would otherwise be signed in meanwhile. If the revocation fails, this is logged only.
     */
    logout() {
      const token = storedToken();
      if (token !== null)
        callAs(token, { route: 'POST /logout', keepalive: true }).catch((error: unknown) =>
          logProblem('Logout failed', error),
        );
      leave();
      forgetReturnAddress();
    },
    /** Fetches the account again and resolves to it. Throws ApiError and then leaves the state unchanged. */
    async refresh() {
      const owner = storedOwner();
      const account = await call('GET /user');
      // Another tab may have signed another account in meanwhile.
      if (storedOwner() === owner) enter(account);
      return account;
    },
    /** Replaces the company with the server's latest version of it. */
    replaceCompany(company: Account['company']) {
      const { account } = state.get();
      if (account !== null && ownerOf(account) === storedOwner()) enter({ ...account, company });
    },
  };
}

export type AccountStore = ReturnType<typeof createAccountStore>;

async function checkStored(
  set: (state: AuthState) => void,
  enter: (account: Account) => void,
  leave: (forget: () => void) => void,
): Promise<void> {
  const stored = storedAccount();
  if (stored === null) return set({ phase: 'unauthenticated', account: null });
  set({ phase: 'loading', account: stored });
  const token = storedToken();
  // If there is no reply, the account is not refused: the app stays usable with the stored copy.
  const continueWithStored = () => set({ phase: 'authenticated', account: stored });
  const late = setTimeout(continueWithStored, LATE_REPLY_MS);
  try {
    const account = await call('GET /user').finally(() => clearTimeout(late));
    // A late reply may be about an account that has signed out meanwhile.
    if (storedToken() === token) enter(account);
  } catch (error) {
    if (isUnavailable(error)) return storedToken() === token ? continueWithStored() : undefined;
    if (isReplacedToken(token)) return;
    logProblem(`Session validation failed (status ${error instanceof ApiError ? error.status : 'unknown'})`, error);
    leave(forgetRefusedAccount);
    if (!isSignedOutScreen()) go('/login');
  }
}

/** Returns whether the server did not reply, a balancer replied in its place, or the reply is not about the account. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = error;
  return status === 0 || (status >= 502 && status <= 504) || isPassingStatus(status);
}
