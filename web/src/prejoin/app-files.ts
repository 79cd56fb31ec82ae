import { isTouchOnly } from '../features/documents/editor/languages/editor-pane.ts';
import { reloadWhenReached } from '../pwa/reload-when-reached.ts';
import { LOAD_FAILURE } from '../shared/load-failure.ts';
import { app, room, touchEditor } from './page.ts';
import { releaseTypefaces } from './typefaces.ts';

let isAppStarted = false;
let isEditorPreloaded = false;
const preloaded = new Set<string>();

/**
 * Starts the app, once; if one of its files fails to load, reloads the page as soon as the server replies. If a page
 * was not written for a link, it names no app here: its own script tag starts it.
 */
export function startApp(): void {
  if (app === '' || isAppStarted) return;
  isAppStarted = true;
  void import(/* @vite-ignore */ `/${app}`).then(preloadEditor, (error: unknown) => {
    if (LOAD_FAILURE.test(String(error))) reloadWhenReached();
  });
}

/**
 * Preloads the room's files for a candidate who may enter: the rest of the app's files come meanwhile, and a request
 * takes a moment on a slow network.
 */
export function preloadRoom(): void {
  preload(room);
}

/**
 * Preloads the room's files, if they are not yet, and then its editor, because the network would be idle until the card
 * is rendered, and again until the room requests its editor. Only the editor for touch screens, because a laptop's is
 * too large to load on suspicion.
 */
export function preloadEditor(): void {
  if (isEditorPreloaded) return;
  isEditorPreloaded = true;
  preload(room);
  if (isTouchOnly()) preload(touchEditor);
  whenPreloaded(releaseTypefaces);
}

function preload(files: string): void {
  for (const file of files.split(' ').filter(Boolean)) {
    if (preloaded.has(file)) continue;
    preloaded.add(file);
    const tag = document.createElement('link');
    document.head.append(Object.assign(tag, { rel: 'modulepreload', crossOrigin: '', href: `/${file}` }));
  }
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
