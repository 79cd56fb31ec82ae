import { addOfflineRun, listOfflineRuns, removeOfflineRun } from '../../../features/documents/device/offline-runs.ts';
import { scopeOf } from '../../../features/documents/device/offline-document.ts';
import { isTouchOnly } from '../../../features/documents/editor/languages/editor-pane.ts';
import { languageOf } from '../../../features/documents/editor/languages/languages.ts';
import { unsentLines } from '../../../features/documents/sync/unsent-lines.ts';
import { singlePaneQuery } from '../../../features/documents/editor/single-pane.ts';
import { isRefusingOthers } from '../../../features/runs/panel/run-settings.ts';
import { RUNTIMES } from '../../../features/runs/preview/page-runtimes.ts';
import type { OfflineRun, OfflineRunStore } from '../../../features/runs/state/run-room.ts';
import { RunSession } from '../../../features/runs/session/run-session.ts';
import type { Preview } from '../../../features/runs/preview/preview.ts';
import { withTestPage } from '../../../features/runs/preview/test-page.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import type { LiveRoom, RoomRuns } from '../live/live-room.ts';
import { sharedSandbox } from '../../../features/runs/sandbox/shared-sandbox.ts';
import { followOthers, openPreview, withPreview } from './room-preview.ts';
import { onTextChange, severalFilesOf } from './room-texts.ts';
import type { SharedSandbox } from '../../../features/runs/sandbox/shared-sandbox.ts';

/** Opens the runs of a room; they end with its visit. */
export function openRuns(room: LiveRoom): RoomRuns {
  const sandbox = sharedSandbox();
  const preview = openPreview(room, () => void session.press());
  const session = openSession(room, sandbox, preview);
  followOthers(room, session, preview);
  // Also for tests of a question: hidden ones may draw, and the room's preview stays as it is.
  const lendSandbox: SharedSandbox['lend'] = (use) =>
    sandbox.lend((lent, signal) => use(withTestPage(lent, preview.executeTests), signal));
  return { session, preview, lendSandbox };
}

function openSession(room: LiveRoom, sandbox: SharedSandbox, preview: Preview): RunSession {
  const { connection, code } = room;
  const session = new RunSession({
    request: (name, payload) => connection.request(name, payload),
    state: connection.store,
    isInterviewer: room.userType === 'interviewer',
    userName: room.identity.userName,
    text: () => code.text,
    files: () => severalFilesOf(room),
    onTextChange: (listener) => onTextChange(room, listener),
    labelOf: (language) => languageOf(language).label,
    unsentLines: () => unsentLines(code.cursors),
    flush: () => code.send(),
    device: deviceKind(),
    runtimes: RUNTIMES,
    openSandbox: async () => withPreview(await sandbox.openForRun(), preview, room),
    offlineRuns: offlineRunsOf(room),
    isRefusingOthers: () => isRefusingOthers.get(),
    notify: (message) => toast('bad', message),
  });
  connection.listen(session.handlers);
  room.onLeave(() => {
    session.close();
    sandbox.close();
  });
  return session;
}

/** Returns the kind of this device, as the room shows it. */
function deviceKind(): 'laptop' | 'tablet' | 'phone' {
  if (!isTouchOnly()) return 'laptop';
  return matchMedia(singlePaneQuery()).matches ? 'phone' : 'tablet';
}

/** A participant's runs of this room on this device's disk. */
function offlineRunsOf({ connection, identity }: LiveRoom): OfflineRunStore {
  const scope = () => {
    const participantId = connection.store.get().self?.id ?? identity.participantId;
    if (participantId === undefined) throw new Error('The participant is not known yet.');
    return scopeOf(identity.roomCode, participantId);
  };
  return {
    add: async ({ run, at }) => addOfflineRun({ scope: scope(), id: run.id, at, run }),
    list: async () => (await listOfflineRuns(scope())).map(({ at, run }) => ({ at, run: run as OfflineRun['run'] })),
    remove: async (id) => removeOfflineRun(scope(), id),
  };
}
