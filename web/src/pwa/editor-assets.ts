import { editorSettings, isCodeMirrorChosen } from '../features/documents/editor/editor-settings.ts';
import type { EditorName, WorkerMessage } from './messages.ts';

/** Returns the editor that is used on this device. */
export function chosenEditor(): EditorName {
  return isCodeMirrorChosen(editorSettings.get()) ? 'codemirror' : 'monaco';
}

/**
 * Caches the files that a room needs, in the background. Resolves to true if all of them are cached; waits for the
 * service worker, which may never become ready.
 */
export async function cacheEditorAssets(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true), { once: true });
    port1.start();
  });
  active?.postMessage({ type: 'keep-engine', engine: chosenEditor() } satisfies WorkerMessage, [port2]);
  return answer;
}
