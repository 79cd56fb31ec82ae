import { createAtom } from '@tanstack/store';
import { RETRY_EVERY_MS } from '../shared/limits.ts';
import { isLive } from './live-work.ts';

/** A second reload for a newer version within this time would not help more than the first, in milliseconds. */
const NEWER_WITHIN_MS = 60_000;
/** Shortest time between reloads for files that did not come: the first requests of a returning network may fail too. */
const MISSING_WITHIN_MS = 5_000;
const RELOADED_KEY = 'reloaded-at';

/** True from the moment this page starts to load the newest version until it is reloaded. */
export const isReloading = createAtom(false);

/**
 * A file of this page's version that is no longer there means that there is a newer version: goes over to it, once,
 * and never while an interview is live in this tab.
 */
export function reloadWhenStale(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => void goOverIfGone(payload));
}

async function goOverIfGone({ message }: Error): Promise<void> {
  const [file] = /https?:\/\/\S+/.exec(message) ?? [];
  if (file === undefined || isLive()) return;
  // A network that is away is no new version.
  const isGone = await fetch(file, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404,
    () => false,
  );
  if (isGone && !isLive() && isFirst(NEWER_WITHIN_MS)) await reloadNewest();
}

/**
 * Reloads a page that lacks a file as soon as the server answers, and again while the file still does not come. Never
 * in a live interview. Returns a function that stops it.
 */
export function reloadWhenReached(): () => void {
  const ask = () => void reloadIfReached();
  const timer = setInterval(ask, RETRY_EVERY_MS);
  window.addEventListener('online', ask);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', ask);
  };
}

async function reloadIfReached(): Promise<void> {
  if (!navigator.onLine || isLive()) return;
  const isReached = await fetch('/healthz', { cache: 'no-store' })
    .then((answer) => answer.json())
    .then(
      () => true,
      () => false,
    );
  if (isReached && isFirst(MISSING_WITHIN_MS)) window.location.reload();
}

/** Reloads this tab with the newest version there is. */
export async function reloadNewest(): Promise<void> {
  isReloading.set(true);
  // Kept on this device where there is a service worker, and not needed where there is none.
  await import('./take-newest.ts').then(({ takeNewest }) => takeNewest()).catch(() => undefined);
  window.location.reload();
}

/** Returns true, and notes a reload, when the last one was longer ago. */
function isFirst(withinMs: number): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_KEY)) <= withinMs) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    return true;
  } catch {
    // Without storage nobody knows how often: better not at all.
    return false;
  }
}
