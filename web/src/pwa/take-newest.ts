import type { WorkerMessage } from './messages.ts';

/** Longest wait for a new version to take over, in milliseconds. */
const TAKE_OVER_WITHIN_MS = 30_000;

/**
 * Lets the newest version take over: the service worker would return the old page again otherwise. Resolves at the
 * latest after `TAKE_OVER_WITHIN_MS`: on a dead connection the browser looks for the new version for minutes.
 */
export async function takeNewest(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, TAKE_OVER_WITHIN_MS));
  await Promise.race([activateNewest(), late]);
}

async function activateNewest(): Promise<void> {
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
    skip();
  });
}
