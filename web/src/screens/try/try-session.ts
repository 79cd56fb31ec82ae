import { isTouchOnly } from '../../features/documents/editor/languages/editor-pane.ts';
import { languageOf } from '../../features/documents/editor/languages/languages.ts';
import { singlePaneQuery } from '../../features/documents/editor/single-pane.ts';
import { RUNTIMES } from '../../features/runs/preview/page-runtimes.ts';
import type { Preview } from '../../features/runs/preview/preview.ts';
import { fetchRuntime } from '../../features/runs/sandbox/fetch-runtime.ts';
import { lateSandbox } from '../../features/runs/sandbox/late-sandbox.ts';
import { runtimeOf } from '../../features/runs/sandbox/runtimes.ts';
import type { SendRunEvent } from '../../features/runs/state/run-room.ts';
import { RunSession } from '../../features/runs/session/run-session.ts';
import { toast } from '../../shared/ui/feedback/toast-store.ts';
import { openPreview, withPreview } from '../room/runs/room-preview.ts';
import { onTextChange, severalFilesOf } from '../room/runs/room-texts.ts';
import { SELF } from './try-room.ts';
import type { TryRoom } from './try-room.ts';

/**
 * If a runtime is at most this large (bytes), it is fetched before its first run, so that it also runs without a
 * network.
 */
const AHEAD_MAX_BYTES = 100_000;

/** Runs on this device alone. */
export interface TryRuns {
  session: RunSession;
  preview: Preview;
  /** Fetches the files of the first run. Rejects if there is no network. */
  prepare: () => Promise<void>;
}

const REFUSED = { ok: false, error: { code: 'unavailable', message: 'This page has no server.' } } as const;

/** Keeps input and data on this page. Every other event fails as if there were no connection, and runs go on alone. */
const noServer: SendRunEvent = async (name) =>
  name === 'run:data-set' || name === 'run:input' ? { ok: true } : REFUSED;

const nothingKept = {
  add: () => Promise.resolve(),
  list: () => Promise.resolve([]),
  remove: () => Promise.resolve(),
};

/** Opens the runs of the page to try the editor; they end when it is left. */
export function openTryRuns(room: TryRoom): TryRuns {
  const sandbox = lateSandbox();
  const preview = openPreview(room, () => void session.press());
  const session = new RunSession({
    request: noServer,
    state: room.connection.store,
    isAlone: true,
    isInterviewer: false,
    userName: SELF.name,
    text: () => room.document.gate.text.toJSON(),
    files: () => severalFilesOf(room),
    onTextChange: (listener) => onTextChange(room, listener),
    labelOf: (id) => languageOf(id).label,
    unsentLines: () => '',
    flush: () => Promise.resolve(),
    device: isTouchOnly() ? (matchMedia(singlePaneQuery()).matches ? 'phone' : 'tablet') : 'laptop',
    runtimes: RUNTIMES,
    openSandbox: async () => withPreview(await sandbox.open(), preview, room),
    offlineRuns: nothingKept,
    isRefusingOthers: () => true,
    notify: (message) => toast('bad', message),
  });
  const prepare = async () => {
    await sandbox.open();
    const runtime = runtimeOf(room.connection.store.get().language);
    if (runtime && runtime.bytes <= AHEAD_MAX_BYTES)
      await fetchRuntime(runtime.language, new AbortController().signal, () => undefined);
  };
  showRuns(room, session);
  room.runs.set({ session, preview });
  room.onLeave(() => {
    session.close();
    sandbox.close();
  });
  return { session, preview, prepare };
}

/** Opens the output when a run, or its preparation, begins. */
function showRuns({ panes }: TryRoom, { store }: RunSession): void {
  let seen: string | undefined;
  store.subscribe(({ run, offer }) => {
    const begun = offer?.language ?? run?.id;
    if (begun !== undefined && begun !== seen) panes.showOutput('Output');
    seen = begun;
  });
}
