import { setRestoring } from '../../shared/device/device-data.ts';
import { logProblem } from '../../shared/log.ts';
import { DEVICE_OWNERS_KEY } from '../../shared/device/storage-keys.ts';
import { onAccountChange, storedAccount } from '../../shared/device/stored-account.ts';

let isStarted = false;

/** Keeps what this device holds in line with who is signed in, from now on; a device without accounts loads nothing. */
export function startDeviceData(): void {
  if (isStarted) return;
  isStarted = true;
  onAccountChange(reconcileSoon);
  window.addEventListener('online', reconcileSoon);
  window.addEventListener('storage', reconcileSoon);
  reconcileSoon();
}

function reconcileSoon(): void {
  // A candidate's link asks nothing about accounts.
  if (window.location.pathname.startsWith('/codeshare/')) return;
  if (storedAccount() === null && localStorage.getItem(DEVICE_OWNERS_KEY) === null) return;
  const done = import('./reconcile.ts').then(({ reconcile }) => reconcile());
  // Without a network, a disk or cryptography it stays as it is; the next start or sign of the network tries again.
  setRestoring(done.catch((error: unknown) => logProblem('What this device holds could not be put in order', error)));
}
