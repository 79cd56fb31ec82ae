import type { Account, getAccount, logout } from '@cip/contracts/auth';
import { createAtom } from '@tanstack/store';
import { call } from '../../shared/api/api-client.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { LATE_REPLY_MS } from '../../shared/limits.ts';
import { go } from '../../shared/device/location.ts';
import { isSignedOutScreen } from '../../shared/signed-out-screens.ts';
import { logProblem } from '../../shared/log.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { forgetReturnAddress } from '../../shared/return-address.ts';
import type { ReadableStore } from '../../shared/store.ts';
import { forgetAccount, storeAccount, storedAccount, storedToken } from '../../shared/device/stored-account.ts';

/** Who is signed in. While loading, the stored copy may already stand in. */
export type AuthState =
  | { phase: 'loading'; account: Account | null }
  | { phase: 'authenticated'; account: Account }
  | { phase: 'unauthenticated'; account: null };

/** The signed-in account of this device: one per page. */
export function createAccountStore() {
  const state = createAtom<AuthState>({ phase: 'loading', account: null });
  const { set } = state;
  let checking: Promise<void> | null = null;
  const enter = (account: Account, token?: string) => {
    storeAccount(account, token);
    set({ phase: 'authenticated', account });
  };
  const leave = () => {
    forgetAccount();
    // What one company has read must not be there for the next one on this device.
    queryClient.clear();
    set({ phase: 'unauthenticated', account: null });
  };

  return {
    /** Who is signed in, for `useStore`. */
    state: state as ReadableStore<AuthState>,
    /** Confirms the stored account with the server, once; a failure clears it and leaves for /login. */
    check: () => (checking ??= confirmStored(set, enter, leave)),
    /** Takes over who has just signed in, and stores the token. */
    enter: ({ token, ...account }: Account & { token: string }) => enter(account, token),
    /** Asks the server to end the token; signs this device out whatever it says. */
    async logout() {
      await call<typeof logout>('POST', '/logout').catch((error: unknown) => logProblem('Logout failed', error));
      leave();
      forgetReturnAddress();
    },
    /** Fetches the account again. Throws ApiError and then changes nothing. */
    async refresh() {
      enter(await call<typeof getAccount>('GET', '/user'));
    },
    /** Takes over the company as the server has just returned it. */
    replaceCompany(company: Account['company']) {
      const { account } = state.get();
      if (account !== null) enter({ ...account, company });
    },
  };
}

export type AccountStore = ReturnType<typeof createAccountStore>;

async function confirmStored(
  set: (state: AuthState) => void,
  enter: (account: Account) => void,
  leave: () => void,
): Promise<void> {
  const stored = storedAccount();
  if (stored === null) return set({ phase: 'unauthenticated', account: null });
  set({ phase: 'loading', account: stored });
  const token = storedToken();
  // Without an answer the account is not refused: the app stays usable with the stored copy.
  const standIn = () => set({ phase: 'authenticated', account: stored });
  const late = setTimeout(standIn, LATE_REPLY_MS);
  try {
    const account = await call<typeof getAccount>('GET', '/user').finally(() => clearTimeout(late));
    // A late answer may be about an account that has signed out meanwhile.
    if (storedToken() === token) enter(account);
  } catch (error) {
    if (isAway(error)) return storedToken() === token ? standIn() : undefined;
    logProblem(`Session validation failed (status ${error instanceof ApiError ? error.status : 'unknown'})`, error);
    leave();
    if (!isSignedOutScreen()) go('/login');
  }
}

/** Whether the server did not answer, or something in front of it said that it cannot. */
function isAway(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || (error.status >= 502 && error.status <= 504));
}
