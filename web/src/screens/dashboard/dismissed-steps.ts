import type { Account } from '@cip/contracts/accounts/auth';
import { ownerOf } from '../../shared/device/stored-account.ts';
import { readStoredJson, writeStored } from '../../shared/device/stored-text.ts';

/** Local storage key: the first steps that an account has dismissed on this device, as JSON. */
const keyOf = (account: Account) => `first-steps:${ownerOf(account)}`;

/** Returns the first steps that an account has dismissed on this device. */
export function dismissedSteps(account: Account): string[] {
  const stored = readStoredJson(keyOf(account));
  return Array.isArray(stored) ? stored.filter((step) => typeof step === 'string') : [];
}

/** Stores the dismissed first steps of an account; until the page is closed, they are gone without storage too. */
export function storeDismissedSteps(account: Account, steps: readonly string[]): void {
  writeStored(keyOf(account), JSON.stringify(steps));
}
