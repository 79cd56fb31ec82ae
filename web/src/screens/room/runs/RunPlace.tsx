import type { ReactNode } from 'react';
import type { EditorHandle } from '../../../features/documents/editor/languages/editor-pane.ts';
import { RunEffects } from '../../../features/runs/panel/RunEffects.tsx';
import { RunPane } from '../../../features/runs/panel/RunPane.tsx';
import type { RunSession } from '../../../features/runs/session/run-session.ts';
import { useStore } from '../../../shared/store.ts';
import { useProgramEditor } from '../files/program-editor.ts';
import { showPlace } from '../files/show-place.ts';
import type { EditorRoom } from '../live/editor-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { PreviewPlace } from './PreviewPlace.tsx';

interface RunPlaceProps {
  room: EditorRoom;
  session: RunSession;
  handle: EditorHandle | null;
  /** Shown with the output. */
  children?: ReactNode;
}

/** The place of the output. */
export function RunPlace({ room, session, handle, children }: RunPlaceProps) {
  const { output, tab, isSingle, cover } = useStore(room.panes.store);
  // The page to try the editor has no button that opens it.
  const isOpen = output || (session.room.isAlone === true && !isSingle);
  const program = useProgramEditor(room, handle);
  const language = useRoomState(room, (state) => state.language);
  return (
    <>
      <RunEffects session={session} editor={program} />
      <PreviewPlace room={room} />
      {isOpen && cover !== 'preview' && (
        <RunPane
          session={session}
          language={language}
          tab={tab}
          onTab={(next) => room.panes.showOutput(next)}
          editor={program}
          isWhole={isSingle}
          onCode={() => isSingle && room.panes.hide('output')}
          onPlace={(file, line) => showPlace(room, file, line)}
        >
          {children}
        </RunPane>
      )}
    </>
  );
}
