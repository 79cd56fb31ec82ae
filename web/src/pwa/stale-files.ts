import { createAtom } from '@tanstack/store';
import { hasUnsaved } from '../shared/device/unsaved.ts';
import { RETRY_EVERY_MS } from '../shared/limits.ts';
import { hasActiveRoom } from './active-room.ts';

/** A second reload for a newer version within this time would not help, in milliseconds. */
const NEWER_WITHIN_MS = 60_000;
/** Shortest time between reloads for missing files (ms), because the first requests of a returning network may fail. */
const MISSING_WITHIN_MS = 5_000;
/** The browser's question about unsaved input comes within this time after a reload began, in milliseconds. */
const ASKS_WITHIN_MS = 1_000;
/** If a request takes longer than this (ms), it is repeated, because an aborted navigation may leave it hanging. */
const REACHED_WITHIN_MS = 5_000;
const RELOADED_KEY = 'reloaded-at';
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
  if (isGone && !hasActiveRoom() && isFirst(NEWER_WITHIN_MS)) await reloadNewest();
}

/**
 * Reloads a page that lacks a file as soon as the server replies, and again while the file is still missing; never
 * during a live interview. Returns a function that stops it.
 */
export function reloadWhenReached(): () => void {
  const retry = () => void reloadIfReached();
  const timer = setInterval(retry, RETRY_EVERY_MS);
  window.addEventListener('online', retry);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', retry);
  };
}

async function reloadIfReached(): Promise<void> {
  if (!navigator.onLine || hasActiveRoom()) return;
  const signal = AbortSignal.timeout(REACHED_WITHIN_MS);
  const isReached = await fetch('/healthz', { cache: 'no-store', signal })
    .then((reply) => reply.json())
    .then(
      () => true,
      () => false,
    );
  if (isReached && isFirst(MISSING_WITHIN_MS)) window.location.reload();
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

/** Returns true, and notes the time, if the last reload is longer ago than `withinMs`. */
function isFirst(withinMs: number): boolean {
  try {
    // If the clock was set back, the last reload is in the future.
    if (Math.abs(Date.now() - Number(sessionStorage.getItem(RELOADED_KEY))) <= withinMs) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    return true;
  } catch {
    // If there is no storage, do not reload, because reloads cannot be counted.
    return false;
  }
}
