import { createAtom } from '@tanstack/store';
import type { Atom } from '@tanstack/store';
import { isTouchOnly } from '../../features/documents/editor/languages/editor-pane.ts';
import { languageOf } from '../../features/documents/editor/languages/languages.ts';
import { singlePaneQuery } from '../../features/documents/editor/single-pane.ts';
import type { LocalDocument } from '../../features/documents/editor/useLocalDocument.ts';
import { fetchRuntime } from '../../features/runs/sandbox/fetch-runtime.ts';
import { isCached, runtimeOf } from '../../features/runs/sandbox/runtimes.ts';
import type { RunRoomState, SendRunEvent } from '../../features/runs/session/run-room.ts';
import { RunSession } from '../../features/runs/session/run-session.ts';
import { toast } from '../../shared/ui/feedback/toast-store.ts';
import { lateSandbox } from '../../features/runs/sandbox/late-sandbox.ts';

/**
 * If a runtime is at most this large (bytes), it is fetched before its first run, so that it also runs without a
 * network.
 */
const AHEAD_MAX_BYTES = 100_000;

/** Runs on this device alone. */
export interface TryRuns {
  session: RunSession;
  state: Atom<RunRoomState>;
  /** Fetches the files of the first run. Rejects if there is no network. */
  prepare: () => Promise<void>;
  close: () => void;
}

const SELF = { id: 'you', name: 'You' };
const REFUSED = { ok: false, error: { code: 'unavailable', message: 'This page has no server.' } } as const;

/** Keeps input and data on this page. Every other event fails as if there were no connection, and runs go on alone. */
const noServer: SendRunEvent = async (name) =>
  name === 'run:data-set' || name === 'run:input' ? { ok: true } : REFUSED;

const nothingKept = {
  add: () => Promise.resolve(),
  list: () => Promise.resolve([]),
  remove: () => Promise.resolve(),
};

/** Opens the runs of the page to try the editor. */
export function openTryRuns({ gate }: LocalDocument, language: string): TryRuns {
  const sandbox = lateSandbox();
  const state = createAtom<RunRoomState>({ isConnected: false, language, self: SELF, participants: [], ended: null });
  const session = new RunSession({
    request: noServer,
    state,
    isAlone: true,
    isInterviewer: false,
    userName: SELF.name,
    text: () => gate.text.toJSON(),
    onTextChange: (listener) => {
      gate.text.observe(listener);
      return () => gate.text.unobserve(listener);
    },
    labelOf: (id) => languageOf(id).label,
    unsentLines: () => '',
    flush: () => Promise.resolve(),
    device: isTouchOnly() ? (matchMedia(singlePaneQuery()).matches ? 'phone' : 'tablet') : 'laptop',
    runtimes: { runtimeOf, isCached },
    openSandbox: sandbox.open,
    offlineRuns: nothingKept,
    isRefusingOthers: () => true,
    notify: (message) => toast('bad', message),
  });
  const prepare = async () => {
    await sandbox.open();
    const chosen = state.get().language;
    const runtime = runtimeOf(chosen);
    if (runtime && runtime.bytes <= AHEAD_MAX_BYTES)
      await fetchRuntime(runtime.language, new AbortController().signal, () => undefined);
  };
  return {
    session,
    state,
    prepare,
    close: () => {
      session.close();
      sandbox.close();
    },
  };
}
