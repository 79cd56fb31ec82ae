import type { Account } from '@cip/contracts/accounts/auth';
import { ownerOf } from '../../shared/device/stored-account.ts';

/** Local storage key: the first steps that an account has dismissed on this device, as JSON. */
const keyOf = (account: Account) => `first-steps:${ownerOf(account)}`;

/** Returns the first steps that an account has dismissed on this device. */
export function dismissedSteps(account: Account): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(account)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((step) => typeof step === 'string') : [];
  } catch {
    return [];
  }
}

/** Stores the dismissed first steps of an account; until the page is closed, they are gone without storage too. */
export function storeDismissedSteps(account: Account, steps: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(account), JSON.stringify(steps));
  } catch {
    // If storage is refused, they come back with the next page.
  }
}
