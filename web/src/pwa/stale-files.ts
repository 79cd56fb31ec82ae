import { isLive } from './live-work.ts';
import type { WorkerMessage } from './messages.ts';

/** A second reload within this time would not help more than the first, in milliseconds. */
const ONCE_WITHIN_MS = 60_000;
/** Longest wait for a new version to take over, in milliseconds. */
const TAKE_OVER_WITHIN_MS = 30_000;
let isOnItsWay = false;

const RELOADED_KEY = 'reloaded-at';

/**
 * A file of this page's version that is no longer there means that there is a newer version: goes over to it, once,
 * and never while an interview is live in this tab.
 */
export function reloadWhenStale(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (isLive() || !navigator.onLine || !isFirst()) return;
    event.preventDefault();
    void reloadNewest();
  });
}

/** True from when this page has given up on its own version until it is gone. */
export function isGoingOver(): boolean {
  return isOnItsWay;
}

/** Reloads this tab with the newest version there is. */
export async function reloadNewest(): Promise<void> {
  isOnItsWay = true;
  await takeNewest().catch(() => undefined);
  window.location.reload();
}

function isFirst(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_KEY));
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    return Date.now() - last > ONCE_WITHIN_MS;
  } catch {
    // Without storage nobody knows how often: better not at all.
    return false;
  }
}

/** Otherwise the service worker would hand out the old page again. */
async function takeNewest(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  await registration.update();
  const next = registration.installing ?? registration.waiting;
  if (!next) return;
  await new Promise<void>((resolve) => {
    const skip = () => {
      if (next.state === 'installed') next.postMessage({ type: 'SKIP_WAITING' } satisfies WorkerMessage);
    };
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
    next.addEventListener('statechange', skip);
    setTimeout(resolve, TAKE_OVER_WITHIN_MS);
    skip();
  });
}
