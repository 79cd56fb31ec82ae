import { whenIdle } from '../shared/when-idle.ts';
import { watchInstallOffer } from './install-offer.ts';
import { reloadWhenStale } from './stale-files.ts';

/** The latest the service worker is registered after the page has loaded, in milliseconds. */
const IDLE_WITHIN_MS = 5_000;

/** Starts what the installed app needs from the first moment; the service worker is registered when the page is idle. */
export function startInstalledApp(): void {
  reloadWhenStale();
  watchInstallOffer();
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () =>
    void import('./registration.ts').then(
      ({ registerWorker }) => registerWorker(),
      () => undefined,
    );
  const later = () => void whenIdle(register, IDLE_WITHIN_MS);
  // The registration is no use offline, and so its file is not cached.
  if (!navigator.onLine) window.addEventListener('online', register, { once: true });
  else if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}
