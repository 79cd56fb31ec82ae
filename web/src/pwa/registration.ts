import { Workbox } from 'workbox-window';
import { logProblem } from '../shared/log.ts';
import { updateStore } from './update-store.ts';

/** An installed app stays open for days: it looks for a new version this often, in milliseconds. */
const LOOK_EVERY_MS = 60 * 60 * 1000;

/** Registers the service worker and offers updates; nothing is reloaded that nobody asked to reload. */
export function registerWorker(): void {
  const worker = new Workbox('/service-worker.js');
  const reload = () => window.location.reload();
  let isControlled = navigator.serviceWorker.controller !== null;
  let isAccepted = false;
  worker.addEventListener('waiting', () => {
    const accept = () => {
      isAccepted = true;
      worker.messageSkipWaiting();
    };
    updateStore.set({ state: 'waiting', accept });
  });
  worker.addEventListener('controlling', () => {
    if (isAccepted) return reload();
    // The first one takes over a page of its own version.
    if (isControlled) updateStore.set({ state: 'replaced', accept: reload });
    isControlled = true;
  });
  worker.register().then(
    () => {
      // What took over while this was registered was not heard.
      isControlled ||= navigator.serviceWorker.controller !== null;
      setInterval(() => void worker.update().catch(() => undefined), LOOK_EVERY_MS);
    },
    (error: unknown) => logProblem('The app cannot be kept on this device', error),
  );
}
