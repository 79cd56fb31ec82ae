import { isTouchOnly } from '../features/documents/editor/languages/editor-pane.ts';
import { app, room, touchEditor } from './page.ts';
import { releaseTypefaces } from './typefaces.ts';

let isAppStarted = false;
let isRoomPreloaded = false;

/** Starts the app, once. If a page was not written for a link, it names no app here: its own script tag starts it. */
export function startApp(): void {
  if (app === '' || isAppStarted) return;
  isAppStarted = true;
  void import(/* @vite-ignore */ `/${app}`).then(preloadRoom);
}

/**
 * Preloads the room's files, once, because the network would be idle until the card is rendered, and again until the
 * room requests its editor. Only the editor for touch screens, because a laptop's is too large to load on suspicion.
 */
export function preloadRoom(): void {
  if (isRoomPreloaded) return;
  isRoomPreloaded = true;
  for (const file of `${room} ${isTouchOnly() ? touchEditor : ''}`.split(' ').filter(Boolean)) {
    const tag = document.createElement('link');
    document.head.append(Object.assign(tag, { rel: 'modulepreload', crossOrigin: '', href: `/${file}` }));
  }
  whenPreloaded(releaseTypefaces);
}

/** Calls back when all files that are preloaded now are loaded, before they run. */
export function whenPreloaded(then: () => void): void {
  const files = Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]'), ({ href }) => href);
  const observer = new PerformanceObserver(() => {
    if (!files.every((file) => performance.getEntriesByName(file).length > 0)) return;
    observer.disconnect();
    then();
  });
  observer.observe({ type: 'resource', buffered: true });
}
