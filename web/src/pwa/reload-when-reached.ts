import { RETRY_EVERY_MS } from '../shared/limits.ts';
import { hasActiveRoom } from './active-room.ts';

/** Shortest time between reloads for missing files (ms), because the first requests of a returning network may fail. */
const MISSING_WITHIN_MS = 5_000;
/** If a request takes longer than this (ms), it is repeated, because an aborted navigation may leave it hanging. */
const REACHED_WITHIN_MS = 5_000;
const RELOADED_KEY = 'reloaded-at';

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
  if (isReached && isFirstReload(MISSING_WITHIN_MS)) window.location.reload();
}

/** Returns true, and notes the time, if the last reload is longer ago than `withinMs`. */
export function isFirstReload(withinMs: number): boolean {
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
