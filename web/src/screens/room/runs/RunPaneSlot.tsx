import type { EditorHandle } from '../../../features/documents/editor/languages/editor-pane.ts';
import { useStore } from '../../../shared/store.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { RunButton } from './RunButton.tsx';

interface RunPaneSlotProps {
  room: LiveRoom;
  handle: EditorHandle | null;
}

/** The place of the output. */
export function RunPaneSlot({ room, handle }: RunPaneSlotProps) {
  const runs = useStore(room.runs);
  const { output: isOpen, tab, isSingle } = useStore(room.panes.store);
  const language = useRoomState(room, (state) => state.language);
  if (!runs) return null;
  const { RunPane, RunEffects, session } = runs;
  return (
    <>
      <RunEffects session={session} editor={handle} />
      {isOpen && (
        <RunPane
          session={session}
          language={language}
          tab={tab}
          onTab={(next) => room.panes.showOutput(next)}
          editor={handle}
          isWhole={isSingle}
          onCode={() => isSingle && room.panes.hide('output')}
        >
          {isSingle && <RunButton room={room} />}
        </RunPane>
      )}
    </>
  );
}
