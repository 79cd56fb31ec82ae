import { onAccountChange, storedAccount } from '../../shared/device/stored-account.ts';

let isStarted = false;
let isLoaded = false;

/** Loads the queue as soon as somebody is signed in, on whatever screen; nobody else needs it. */
export function startOutbox(): void {
  if (isStarted) return;
  isStarted = true;
  onAccountChange(load);
  window.addEventListener('online', load);
  load();
}

function load(): void {
  if (isLoaded || storedAccount() === null) return;
  isLoaded = true;
  import('./page-outbox.ts').then(
    ({ watchOutbox }) => watchOutbox(),
    // Offline without the file: the next sign of the network tries again.
    () => (isLoaded = false),
  );
}
