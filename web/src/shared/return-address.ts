import { storedAccount } from './device/stored-account.ts';

/** In session storage: the page that a sign-in interrupts, so that it comes back to it. */
const RETURN_ADDRESS_KEY = 'return-address';
/** The pages behind the sign-in; nothing else is gone back to. */
const GUARDED =
  /^\/(dashboard|subscription-plans|editor|sessions|interviewers|settings|share-target|test-payments\/[\w-]+)$/;

export interface ReturnAddress {
  /** Path, query and hash, on this origin. */
  address: string;
  /** The company that was signed in there, or null when none was. */
  companyId: string | null;
}

/** Remembers this page for after the next sign-in in this tab; called before the account is forgotten. */
export function keepReturnAddress(): void {
  const { href, origin } = window.location;
  const address = href.slice(origin.length);
  try {
    const kept = JSON.parse(sessionStorage.getItem(RETURN_ADDRESS_KEY) ?? 'null') as ReturnAddress | null;
    // The account may be forgotten by now, and was known before.
    if (kept?.address === address) return;
    const companyId = storedAccount()?.company.id ?? null;
    sessionStorage.setItem(RETURN_ADDRESS_KEY, JSON.stringify({ address, companyId }));
  } catch {
    // No storage: the sign-in leads to the dashboard.
  }
}

/** Forgets it: the user has signed out on purpose. */
export function forgetReturnAddress(): void {
  try {
    sessionStorage.removeItem(RETURN_ADDRESS_KEY);
  } catch {
    // No storage: nothing was remembered.
  }
}

/** The remembered page, once; null when there is none or it is not one of the pages behind the sign-in. */
export function takeReturnAddress(): ReturnAddress | null {
  try {
    const { address, companyId } = JSON.parse(sessionStorage.getItem(RETURN_ADDRESS_KEY) ?? 'null') as ReturnAddress;
    forgetReturnAddress();
    const { origin, pathname, search, hash } = new URL(address, window.location.origin);
    if (origin !== window.location.origin || !GUARDED.test(pathname)) return null;
    return { address: `${pathname}${search}${hash}`, companyId };
  } catch {
    return null;
  }
}
