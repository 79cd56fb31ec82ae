import type { WorkerMessage } from './messages.ts';

/** Longest wait for a new service worker to take control, in milliseconds. */
const ACTIVATE_WITHIN_MS = 30_000;

/**
 * Activates the newest service worker, because the present one would serve the old page again. Resolves at the latest
 * after `ACTIVATE_WITHIN_MS`: on a dead connection, the browser looks for an update for minutes.
 */
export async function activateUpdate(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, ACTIVATE_WITHIN_MS));
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
