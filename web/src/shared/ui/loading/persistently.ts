/** For so long a file that does not come is asked for again, in milliseconds; then the network is not merely unsteady. */
const PATIENCE_MS = 15_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4_000;

/** As browsers and the bundler say that a file of the app did not come; anything else that goes wrong is in the file. */
const DID_NOT_COME = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;
/** What is thrown for a file that was asked for again and again and did not come. */
const GIVEN_UP = 'A part of this page could not be loaded. Check your connection, then reload.';

/** Whether what went wrong is that a file of the app did not come. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && (error.message === GIVEN_UP || DID_NOT_COME.test(error.message));
}

/** Style sheets that failed and are asked for again, by address. */
const comingStyles = new Map<string, Promise<void>>();

/**
 * Loads a file of the app that a screen cannot do without, and asks for it again where it does not come: a network that
 * has just come back lets the first requests fail. Rejects after a quarter of a minute, or as soon as asking again
 * cannot help, with what to do in words for people; with what a file itself throws at once.
 */
export async function persistently<T>(load: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  let problem: unknown;
  for (let pauseMs = FIRST_PAUSE_MS; Date.now() < deadline; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      const loaded = await load();
      // The bundler asks for a style sheet once: the next time, it takes the one that failed for loaded.
      if (comingStyles.size > 0) await Promise.race([Promise.all(comingStyles.values()), pause(PATIENCE_MS)]);
      return loaded;
    } catch (error) {
      if (!(error instanceof Error && DID_NOT_COME.test(error.message))) throw error;
      // The network answers, and yet it fails again: this browser keeps the failure until the page is loaded anew.
      if (problem !== undefined && (await isAnswered(error))) return await load().catch(giveUp);
      problem = error;
      await onlineOr(pauseMs);
    }
  }
  return giveUp(problem);
}

function giveUp(cause: unknown): never {
  throw new Error(GIVEN_UP, { cause });
}

/** Whether the file that did not come is answered by the server now; taken for granted where nobody says which it was. */
async function isAnswered({ message }: Error): Promise<boolean> {
  const [file] = /https?:\/\/\S+/.exec(message) ?? [];
  if (file === undefined) return true;
  return fetch(file, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

/** From now on style sheets of the app that fail are asked for again until they come, whoever wanted them. */
export function bringFailedStyles(): void {
  // Failures of files are told to nobody but those on the way to the element.
  window.addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && bringAgain(target), true);
}

function bringAgain(failed: HTMLLinkElement): void {
  const { href, rel } = failed;
  // What an extension brings along is its own.
  if (rel !== 'stylesheet' || !href.startsWith(`${window.location.origin}/assets/`)) return;
  failed.remove();
  if (comingStyles.has(href)) return;
  comingStyles.set(
    href,
    styleFrom(href).then(() => void comingStyles.delete(href)),
  );
}

async function styleFrom(href: string): Promise<void> {
  for (let pauseMs = 0; !(await loadStyle(href)); pauseMs = Math.min(2 * pauseMs || FIRST_PAUSE_MS, PATIENCE_MS))
    await onlineOr(pauseMs);
}

/** Resolves with whether a style sheet came. */
function loadStyle(href: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  link.addEventListener('load', () => resolve(true));
  link.addEventListener('error', () => resolve(false));
  document.head.append(link);
  return promise;
}

/** Waits for a time, and no longer than until the device says that it is online again. */
async function onlineOr(pauseMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const over = () => resolve();
  window.addEventListener('online', over);
  await Promise.race([promise, pause(pauseMs)]);
  window.removeEventListener('online', over);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
