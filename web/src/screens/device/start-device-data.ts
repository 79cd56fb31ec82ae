import { setRestoring } from '../../shared/device/device-data.ts';
import { logProblem } from '../../shared/log.ts';
import { DEVICE_OWNERS_KEY } from '../../shared/device/storage-keys.ts';
import { onAccountChange, storedAccount } from '../../shared/device/stored-account.ts';
import { readStored } from '../../shared/device/stored-text.ts';

let isStarted = false;

/** Seals and restores this device's account data when the account changes. Loads nothing if there is no account. */
export function startDeviceData(): void {
  if (isStarted) return;
  isStarted = true;
  onAccountChange(reconcileSoon);
  window.addEventListener('online', reconcileSoon);
  window.addEventListener('storage', reconcileSoon);
  reconcileSoon();
}

function reconcileSoon(): void {
  // A candidate's link involves no accounts.
  if (window.location.pathname.startsWith('/codeshare/')) return;
  if (storedAccount() === null && readStored(DEVICE_OWNERS_KEY) === null) return;
  const done = import('./reconcile.ts').then(({ reconcile }) => reconcile());
  // Fails if there is no network, disk or cryptography; the next start or reconnection retries.
  setRestoring(done.catch((error: unknown) => logProblem('What this device holds could not be put in order', error)));
}
