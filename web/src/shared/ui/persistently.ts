/** Pauses between the tries, in milliseconds; after them the network is not merely unsteady. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];

/** Style sheets that failed and are asked for again, by address. */
const comingStyles = new Map<string, Promise<void>>();

/**
 * Loads a file of the app that a screen cannot do without, and tries again for a quarter of a minute where it does not
 * come: a network that has just come back lets the first requests fail. Rejects with what to do, in words for people.
 */
export async function persistently<T>(load: () => Promise<T>): Promise<T> {
  const loaded = await again(load);
  // The bundler asks for a style sheet once: the next time, it takes the one that failed for loaded.
  await Promise.all(comingStyles.values());
  return loaded;
}

/** From now on style sheets that fail are asked for again, whoever wanted them. */
export function bringFailedStyles(): void {
  // Failures of files are told to nobody but those on the way to the element.
  window.addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && bringAgain(target), true);
}

function bringAgain(failed: HTMLLinkElement): void {
  const { href, rel } = failed;
  if (rel !== 'stylesheet') return;
  failed.remove();
  if (comingStyles.has(href)) return;
  const coming = again(() => loadStyle(href));
  comingStyles.set(href, coming);
  const over = () => comingStyles.delete(href);
  coming.then(over, over);
}

function loadStyle(href: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  link.addEventListener('load', () => resolve());
  link.addEventListener('error', () => reject(new Error(`The style sheet ${href} did not come.`)));
  document.head.append(link);
  return promise;
}

async function again<T>(load: () => Promise<T>): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await load();
    } catch {
      await onlineOr(pauseMs);
    }
  }
  try {
    return await load();
  } catch (error) {
    throw new Error('A part of this page could not be loaded. Check your connection.', { cause: error });
  }
}

/** Waits for a time, and no longer than until the device says that it is online again. */
async function onlineOr(pauseMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const over = () => resolve();
  const timer = setTimeout(over, pauseMs);
  window.addEventListener('online', over);
  await promise;
  clearTimeout(timer);
  window.removeEventListener('online', over);
}
