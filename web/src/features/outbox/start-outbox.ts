import { onAccountChange, storedAccount } from '../../shared/device/stored-account.ts';

let isStarted = false;
let isLoaded = false;

/** Loads the outbox once an account is signed in, because it is not needed without one. */
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
    // If the page is offline and the file is not cached, the next `online` event tries again.
    () => (isLoaded = false),
  );
}
