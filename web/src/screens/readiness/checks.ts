import { deviceDatabase } from '../../features/documents/device/device-database.ts';
import { probeTransport } from '../../features/rooms/probe-transport.ts';
import { chosenEditor, cacheEditorAssets } from '../../pwa/editor-assets.ts';

/** What a check came to, in words for the candidate; `isGood` false where something is missing. */
export interface Verdict {
  isGood: boolean;
  text: string;
}

const good: Verdict = { isGood: true, text: 'Ready' };
const bad = (text: string): Verdict => ({ isGood: false, text });

/** Less room than this is none, in bytes: an interview's text and history take less. */
const LEAST_ROOM_BYTES = 5 * 1024 * 1024;

/** Whether the room's connection will come about. */
export async function checkConnection(): Promise<Verdict> {
  const transport = await probeTransport();
  if (transport === 'websocket') return good;
  return bad(transport === 'polling' ? 'Slow: changes may arrive late' : 'Not reachable: check your network');
}

/** Whether this device keeps what is typed until the server has it. */
export async function checkStorage(): Promise<Verdict> {
  const none = bad('Not kept here: stay on this page');
  try {
    await deviceDatabase();
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate()) ?? {};
    return quota - usage < LEAST_ROOM_BYTES ? none : good;
  } catch {
    return none;
  }
}

/** Loads what the session will need, so that joining takes no time. */
export async function checkEditor(): Promise<Verdict> {
  // After a reload without a network too; nobody has to wait for it.
  void cacheEditorAssets();
  const pane =
    chosenEditor() === 'codemirror'
      ? import('../../features/documents/codemirror/CodeMirrorPane.tsx')
      : import('../../features/documents/monaco/MonacoPane.tsx');
  return Promise.all([import('../room/CandidateRoom.tsx'), pane]).then(
    () => good,
    () => bad('Not loaded yet: it comes with the session'),
  );
}
