import { LOAD_FAILURE } from '../../load-failure.ts';
import { pause } from '../../pause.ts';

/** If a file is missing, it is requested again for this long (ms); after that the network is down, not unsteady. */
const RETRY_FOR_MS = 15_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4_000;

/** The message after the last retry. */
const GIVEN_UP = 'A part of this page could not be loaded. Check your connection, then reload.';

/** Returns true if an error means that a file of the app did not load. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && (error.message === GIVEN_UP || LOAD_FAILURE.test(error.message));
}

/** Style sheets that failed and are being retried, by address. */
const pendingStyles = new Map<string, Promise<void>>();

/**
 * Imports a file that a screen cannot do without, and retries while it does not load, because the first requests of a
 * returning network may fail. Rejects after 15 seconds, or as soon as a retry cannot help, with a message for the user;
 * if the file itself throws an error, rejects with it immediately.
 */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + RETRY_FOR_MS;
  let problem: unknown;
  for (let pauseMs = FIRST_PAUSE_MS; performance.now() < deadline; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      const loaded = await load();
      // The bundler requests a style sheet once: at the second import it takes the failed one for loaded.
      if (pendingStyles.size > 0) await Promise.race([Promise.all(pendingStyles.values()), pause(RETRY_FOR_MS)]);
      return loaded;
    } catch (error) {
      if (!(error instanceof Error && LOAD_FAILURE.test(error.message))) throw error;
      // Because Chromium caches a failed import until the page reloads, it fails again although the network answers.
      if (problem !== undefined && (await isReachable(error))) return await load().catch(giveUp);
      problem = error;
      await pauseUntilOnline(pauseMs);
    }
  }
  return giveUp(problem);
}

function giveUp(cause: unknown): never {
  throw new Error(GIVEN_UP, { cause });
}

/** Resolves to true if the server answers for the missing file now, or if the error does not name the file. */
async function isReachable({ message }: Error): Promise<boolean> {
  const [file] = /https?:\/\/\S+/.exec(message) ?? [];
  if (file === undefined) return true;
  return fetch(file, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

/** From now on, retries each style sheet of the app that fails, until it loads. */
export function retryFailedStyles(): void {
  // Load errors do not bubble, so only a capturing listener receives them.
  window.addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && retryStyle(target), true);
}

function retryStyle(failed: HTMLLinkElement): void {
  const { href, rel } = failed;
  // Style sheets of browser extensions are not ours to retry.
  if (rel !== 'stylesheet' || !href.startsWith(`${window.location.origin}/assets/`)) return;
  failed.remove();
  if (pendingStyles.has(href)) return;
  pendingStyles.set(
    href,
    untilStyleLoads(href).then(() => void pendingStyles.delete(href)),
  );
}

async function untilStyleLoads(href: string): Promise<void> {
  for (let pauseMs = 0; !(await loadStyle(href)); pauseMs = Math.min(2 * pauseMs || FIRST_PAUSE_MS, RETRY_FOR_MS))
    await pauseUntilOnline(pauseMs);
}

/** Resolves to true if a style sheet loaded. */
function loadStyle(href: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  link.addEventListener('load', () => resolve(true));
  link.addEventListener('error', () => resolve(false));
  document.head.append(link);
  return promise;
}

/** Resolves after `pauseMs`, or as soon as the device reports that it is online. */
async function pauseUntilOnline(pauseMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onOnline = () => resolve();
  window.addEventListener('online', onOnline);
  await Promise.race([promise, pause(pauseMs)]);
  window.removeEventListener('online', onOnline);
}
