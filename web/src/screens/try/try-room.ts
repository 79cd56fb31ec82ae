import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { oneFile } from '@cip/contracts/rooms/files';
import { createAtom } from '@tanstack/store';
import type { Atom } from '@tanstack/store';
import type { EditorHandle } from '../../features/documents/editor/languages/editor-pane.ts';
import { singlePaneQuery } from '../../features/documents/editor/single-pane.ts';
import type { LocalDocument } from '../../features/documents/editor/useLocalDocument.ts';
import type { RunRoomState } from '../../features/runs/state/run-room.ts';
import { filesInLanguage } from '../../features/rooms/connection/room-files.ts';
import type { EditorRoom, EditorRoomState } from '../room/live/editor-room.ts';
import type { RoomRuns } from '../room/live/live-room.ts';
import { RoomPanes } from '../room/live/room-panes.ts';
import { filesHere } from './files-here.ts';
import { FIRST_TEXT, forgetKept, sampleInPlaceOf } from './kept-text.ts';
import type { KeptText } from './kept-text.ts';

export const SELF = { id: 'you', name: 'You' };

type TryState = EditorRoomState & RunRoomState;

/** The page to try the editor, as a room of this device alone. */
export interface TryRoom extends EditorRoom {
  readonly connection: Pick<EditorRoom['connection'], 'request'> & { readonly store: Atom<TryState> };
  readonly document: LocalDocument;
  readonly runs: Atom<Pick<RoomRuns, 'session' | 'preview'> | null>;
  /** Calls the listeners of `onLeave`. */
  leave: () => void;
}

/** Opens the page with a document, and with the language and the files that this device keeps. */
export function openTryRoom(document: LocalDocument, { language, files = oneFile(language) }: KeptText): TryRoom {
  const left = new AbortController();
  const store = createAtom<TryState>({
    isConnected: false,
    language,
    files,
    filesAllowed: true,
    self: SELF,
    participants: [],
    ended: null,
    barred: null,
  });
  const list = {
    get: () => store.get().files,
    set: (changed: TryState['files']) => store.set((state) => ({ ...state, files: changed })),
  };
  return {
    userType: 'candidate',
    connection: { store, request: filesHere(list, SELF) },
    document,
    code: {
      shown: createAtom(SHARED_TEXT),
      replica: createAtom(document),
      textOf: (root) => document.gate.file(root).text.toJSON(),
      follow: () => undefined,
    },
    editor: createAtom<EditorHandle | null>(null),
    panes: new RoomPanes(window.matchMedia(singlePaneQuery()), left.signal),
    runs: createAtom<Pick<RoomRuns, 'session' | 'preview'> | null>(null),
    onLeave: (listener) => left.signal.addEventListener('abort', listener),
    leave: () => left.abort(),
  };
}

/** Returns the part of a page that the device keeps. */
export function keptOf({ connection, code }: TryRoom): KeptText {
  const { language, files: list } = connection.store.get();
  const kept = { language, code: code.textOf(SHARED_TEXT) };
  const { files, deleted } = list;
  const [, ...others] = [...files, ...deleted];
  if (others.length === 0) return kept;
  const texts = Object.fromEntries(others.map(({ root }) => [root, code.textOf(root)]));
  return { ...kept, files: { files, deleted }, texts };
}

/** Changes the language, and with it a sample that nobody has changed. */
export function setLanguage({ connection: { store }, document: { gate } }: TryRoom, language: string): void {
  const { language: former } = store.get();
  const sample = sampleInPlaceOf({ language: former, code: gate.text.toJSON() }, language);
  store.set((state) => ({ ...state, language, files: filesInLanguage(state.files, former, language) }));
  if (sample === null) return;
  gate.editing.transact(() => {
    gate.text.delete(0, gate.text.length);
    gate.text.insert(0, sample);
  });
}

/** Empties the page: all files but the first are gone, and nothing of them is on this device. */
export function clear({ connection: { store }, code, document: { gate }, panes, runs }: TryRoom): void {
  const { files, deleted } = store.get().files;
  for (const { root } of [...files, ...deleted]) {
    const { text, undoManager } = gate.file(root);
    text.delete(0, text.length);
    undoManager.clear();
  }
  code.shown.set(SHARED_TEXT);
  const { language } = FIRST_TEXT;
  store.set((state) => ({ ...state, language, files: oneFile(language) }));
  const { session, preview } = runs.get() ?? {};
  session?.clear();
  session?.input.write('');
  preview?.remove();
  panes.hide('preview');
  forgetKept();
}
