import { storedAccount } from './stored-account.ts';

/** Key in session storage of the page that a sign-in interrupts. */
const RETURN_ADDRESS_KEY = 'return-address';
/** The pages behind the sign-in; a sign-in returns to no others. */
const GUARDED = [
  /^\/(dashboard|subscription-plans|editor|sessions|questions|interviewers|settings|share-target)$/,
  /^\/(sessions|questions|test-payments)\/[\w-]+$/,
  /^\/sessions\/[\w-]+\/playback$/,
];

export interface ReturnAddress {
  /** Path, query and hash, on this origin. */
  address: string;
  /** The company that was signed in on that page, or null. */
  companyId: string | null;
}

/** Stores this page and its company for the next sign-in in this tab. Call it before the account is removed. */
export function storeReturnAddress(companyId = storedAccount()?.company.id ?? null): void {
  const { href, origin } = window.location;
  const address = href.slice(origin.length);
  try {
    const stored = JSON.parse(sessionStorage.getItem(RETURN_ADDRESS_KEY) ?? 'null') as ReturnAddress | null;
    // A second call may come after the account was removed; then the first one has stored its company.
    if (stored?.address === address) return;
    sessionStorage.setItem(RETURN_ADDRESS_KEY, JSON.stringify({ address, companyId }));
  } catch {
    // If there is no storage, the sign-in leads to the dashboard.
  }
}

/** Removes the stored page, because the user signed out on purpose. */
export function forgetReturnAddress(): void {
  try {
    sessionStorage.removeItem(RETURN_ADDRESS_KEY);
  } catch {
    // If there is no storage, nothing was stored.
  }
}

/** Returns the stored page and removes it; null if there is none or it is not behind the sign-in. */
export function takeReturnAddress(): ReturnAddress | null {
  try {
    const { address, companyId } = JSON.parse(sessionStorage.getItem(RETURN_ADDRESS_KEY) ?? 'null') as ReturnAddress;
    forgetReturnAddress();
    const { origin, pathname, search, hash } = new URL(address, window.location.origin);
    if (origin !== window.location.origin || !GUARDED.some((page) => page.test(pathname))) return null;
    return { address: `${pathname}${search}${hash}`, companyId };
  } catch {
    return null;
  }
}
