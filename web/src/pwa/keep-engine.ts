import { editorSettings, isCodeMirrorChosen } from '../features/documents/editor/editor-settings.ts';
import type { Engine, WorkerMessage } from './messages.ts';

/** The editor this person has on this device. */
export function engineHere(): Engine {
  return isCodeMirrorChosen(editorSettings.get()) ? 'codemirror' : 'monaco';
}

/**
 * Keeps what a room needs on this device, in the background. Resolves with whether all of it is there; waits for
 * the service worker, which may never come.
 */
export async function keepEngine(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true), { once: true });
    port1.start();
  });
  active?.postMessage({ type: 'keep-engine', engine: engineHere() } satisfies WorkerMessage, [port2]);
  return answer;
}
