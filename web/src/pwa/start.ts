import { whenIdle } from '../shared/when-idle.ts';
import { watchInstallOffer } from './install-offer.ts';
import { reloadWhenStale } from './stale-files.ts';

/** The latest the service worker is registered after the page has loaded, in milliseconds. */
const IDLE_WITHIN_MS = 5_000;

/** How much longer a candidate's page waits, because the room's files come first (ms). */
const ROOM_FIRST_MS = 5_000;

/**
 * Starts the parts that the installed app needs from the first moment; the service worker is registered when the page
 * is idle.
 */
export function startInstalledApp(entry: string): void {
  reloadWhenStale(entry);
  watchInstallOffer();
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    addManifest();
    void import('./registration.ts').then(
      ({ registerWorker }) => registerWorker(),
      () => undefined,
    );
  };
  const pauseMs = location.pathname.startsWith('/codeshare/') ? ROOM_FIRST_MS : 0;
  const later = () => void setTimeout(() => whenIdle(register, IDLE_WITHIN_MS), pauseMs);
  // Its file is not cached, because the registration is useless offline.
  if (!navigator.onLine) window.addEventListener('online', register, { once: true });
  else if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}

/** Adds the manifest if the page has none, because a candidate's link is built without it (scripts/prerender.mjs). */
function addManifest(): void {
  if (document.querySelector('link[rel=manifest]')) return;
  const link = document.createElement('link');
  document.head.append(Object.assign(link, { rel: 'manifest', href: '/manifest.webmanifest' }));
}
