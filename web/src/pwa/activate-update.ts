import type { WorkerMessage } from './messages.ts';
import { pause } from '../shared/pause.ts';

/** Longest wait for a new service worker, in milliseconds. */
const ACTIVATE_WITHIN_MS = 30_000;
/** How long the present worker may stay after the next one was told to take control, in milliseconds. */
const TAKE_OVER_WITHIN_MS = 5_000;

/**
 * Activates the newest service worker, because the present one would serve the old page again. Resolves at the latest
 * after `ACTIVATE_WITHIN_MS`, because the browser looks for minutes if the connection is dead.
 */
export async function activateUpdate(): Promise<void> {
  await Promise.race([activateNewest(), pause(ACTIVATE_WITHIN_MS)]);
}

async function activateNewest(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  const isReached = await registration.update().then(
    () => true,
    () => false,
  );
  const next = registration.installing ?? registration.waiting;
  if (!next) return;
  const isActive = new Promise<void>((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true }),
  );
  await new Promise<void>((resolve) => {
    const check = () => {
      if (next.state !== 'installing') resolve();
    };
    next.addEventListener('statechange', check);
    check();
  });
  next.postMessage({ type: 'SKIP_WAITING' } satisfies WorkerMessage);
  await Promise.race([isActive, pause(TAKE_OVER_WITHIN_MS)]);
  // Chromium sometimes keeps a worker that starts at this moment for minutes. If there is none, the server sends the
  // new page, which registers the next worker again.
  if (next.state === 'installed' && isReached) await registration.unregister();
}
