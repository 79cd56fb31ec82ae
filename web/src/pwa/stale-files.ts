import { ASK_AGAIN_MS } from '../shared/limits.ts';
import { isLive } from './live-work.ts';

/** A second reload within this time would not help more than the first, in milliseconds. */
const ONCE_WITHIN_MS = 60_000;
const RELOADED_KEY = 'reloaded-at';

let isGoing = false;
const listeners = new Set<() => void>();

/** For useSyncExternalStore: true from when this page has given up on its own version until it is gone. */
export const goingOver = {
  read: () => isGoing,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

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
  if (isGone && !isLive() && isFirst()) await reloadNewest();
}

/**
 * Reloads a page that lacks a file as soon as our server answers; asked again and again until then. Returns the way to
 * stop. Never in a live interview, nor soon after such a reload: what is missing then is not missing for the network.
 */
export function reloadWhenReached(): () => void {
  const ask = () => void reloadIfReached();
  const timer = setInterval(ask, ASK_AGAIN_MS);
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
  if (isReached && isFirst()) window.location.reload();
}

/** Reloads this tab with the newest version there is. */
export async function reloadNewest(): Promise<void> {
  isGoing = true;
  for (const listener of listeners) listener();
  // Kept on this device where there is a service worker, and not needed where there is none.
  await import('./take-newest.ts').then(({ takeNewest }) => takeNewest()).catch(() => undefined);
  window.location.reload();
}

function isFirst(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_KEY)) <= ONCE_WITHIN_MS) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    return true;
  } catch {
    // Without storage nobody knows how often: better not at all.
    return false;
  }
}
