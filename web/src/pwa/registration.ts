import { Workbox } from 'workbox-window';
import { logProblem } from '../shared/log.ts';
import { reloadNewest, reloadPage } from './stale-files.ts';
import { updateStore } from './update-store.ts';

/** Because an installed app stays open for days, it checks for a new version at this interval (ms). */
const CHECK_EVERY_MS = 60 * 60 * 1000;

/** Registers the service worker and offers updates; a tab reloads only when its user accepts one. */
export function registerWorker(): void {
  const worker = new Workbox('/service-worker.js');
  let isControlled = navigator.serviceWorker.controller !== null;
  const [navigation] = performance.getEntriesByType('navigation');
  const isFromServer = navigation instanceof PerformanceNavigationTiming && navigation.workerStart === 0;
  worker.addEventListener('waiting', ({ wasWaitingBeforeRegister: isFirst }) => {
    // A page that came from the server is at least as new as the worker that already waits: after an update in which
    // the present worker stayed (activate-update.ts), and after a forced reload.
    if (isFirst && isFromServer) {
      isControlled = false;
      worker.messageSkipWaiting();
      return;
    }
    updateStore.set({ state: 'waiting', accept: () => void reloadNewest() });
  });
  worker.addEventListener('controlling', () => {
    // The first service worker that takes control of a page is of the page's own version.
    if (isControlled) updateStore.set({ state: 'replaced', accept: reloadPage });
    isControlled = true;
  });
  worker.register().then(
    () => {
      // If a worker took control during the registration, it sent its event before the listener was there.
      isControlled ||= navigator.serviceWorker.controller !== null;
      setInterval(() => void worker.update().catch(() => undefined), CHECK_EVERY_MS);
    },
    (error: unknown) => logProblem('The app cannot be cached on this device', error),
  );
}
