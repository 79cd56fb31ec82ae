import { inDeviceDatabase } from '../../features/documents/device/device-database.ts';
import { probeTransport } from '../../features/rooms/connection/probe-transport.ts';
import { chosenEditor, cacheEditorAssets } from '../../pwa/editor-assets.ts';

/** A check's result for the candidate; `isGood` is false if something is missing. */
export interface Verdict {
  isGood: boolean;
  text: string;
}

const good: Verdict = { isGood: true, text: 'Ready' };
const bad = (text: string): Verdict => ({ isGood: false, text });

/** The least free storage (bytes): an interview's text and history need less. */
const LEAST_ROOM_BYTES = 5 * 1024 * 1024;

/** Checks that the room's connection will work. */
export async function checkConnection(): Promise<Verdict> {
  const transport = await probeTransport();
  if (transport === 'websocket') return good;
  return bad(transport === 'polling' ? 'Slow: changes may arrive late' : 'Not reachable: check your network');
}

/** Checks that this device can store edits until the server has them. */
export async function checkStorage(): Promise<Verdict> {
  const none = bad('Not available: stay on this page');
  try {
    await inDeviceDatabase((database) => database.count('pending'));
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate()) ?? {};
    return quota - usage < LEAST_ROOM_BYTES ? none : good;
  } catch {
    return none;
  }
}

/** Preloads the files of a session, so that joining is fast; `prepare` loads the room. */
export async function checkEditor(prepare: () => Promise<unknown>): Promise<Verdict> {
  // For a reload without a network; not awaited.
  void cacheEditorAssets();
  const pane =
    chosenEditor() === 'codemirror'
      ? Promise.all([
          import('../../features/documents/codemirror/CodeMirrorPane.tsx'),
          // The pane loads these later by itself.
          import('../../features/documents/codemirror/codemirror-language.ts'),
          import('../../features/documents/codemirror/codemirror-lookalikes.ts'),
          import('../../features/documents/codemirror/codemirror-search.ts'),
        ])
      : import('../../features/documents/monaco/MonacoPane.tsx');
  return Promise.all([prepare(), pane]).then(
    () => good,
    () => bad('Not loaded yet: loads with the session'),
  );
}
