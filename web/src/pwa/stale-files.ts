import { createAtom } from '@tanstack/store';
import { hasUnsaved } from '../shared/device/unsaved.ts';
import { hasActiveRoom } from './active-room.ts';
import { isFirstReload } from './reload-when-reached.ts';

/** A second reload for a newer version within this time would not help, in milliseconds. */
const NEWER_WITHIN_MS = 60_000;
/** The browser's question about unsaved input comes within this time after a reload began, in milliseconds. */
const ASKS_WITHIN_MS = 1_000;
const WITHOUT_FILE = /Importing a module script failed/;

/** True from the moment this page starts to load the newest version until it is reloaded, or the user stays. */
export const isReloading = createAtom(false);

/**
 * Reloads this tab once if a file of its version is gone from the server, because then there is a newer version; never
 * during a live interview. `entry` is the address of the app's first file, which has another name in each version.
 */
export function reloadWhenStale(entry = import.meta.url): void {
  window.addEventListener('vite:preloadError', ({ payload }) => void reloadIfGone(payload, entry));
}

async function reloadIfGone({ message }: Error, entry: string): Promise<void> {
  // WebKit does not name the file.
  const [file = WITHOUT_FILE.test(message) ? entry : undefined] = /https?:\/\/\S+/.exec(message) ?? [];
  if (file === undefined || hasActiveRoom()) return;
  // A failed request means no network, not a new version.
  const isGone = await fetch(file, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404,
    () => false,
  );
  if (isGone && !hasActiveRoom() && isFirstReload(NEWER_WITHIN_MS)) await reloadNewest();
}

/** Reloads this tab with the newest version. */
export async function reloadNewest(): Promise<void> {
  isReloading.set(true);
  // The service worker has this file cached; if there is no worker, the file is not needed.
  await import('./activate-update.ts').then(({ activateUpdate }) => activateUpdate()).catch(() => undefined);
  reloadPage();
}

/** Reloads this tab after another one has activated the newest version. */
export function reloadPage(): void {
  isReloading.set(true);
  window.location.reload();
  // The timer waits while the browser's question is open. If the user leaves all the same, the page is gone in a
  // moment.
  if (hasUnsaved()) setTimeout(() => isReloading.set(false), ASKS_WITHIN_MS);
}
