import type { EditorHandle } from '../../../features/documents/editor/languages/editor-pane.ts';
import { useStore } from '../../../shared/store.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { RunButton } from './RunButton.tsx';

interface RunPaneSlotProps {
  room: LiveRoom;
  handle: EditorHandle | null;
  /** The pane takes the place of the editor. */
  isCovering: boolean;
}

/** The place of the output. */
export function RunPaneSlot({ room, handle, isCovering }: RunPaneSlotProps) {
  const runs = useStore(room.runs);
  const isOpen = useStore(room.isOutputOpen);
  const tab = useStore(room.runTab);
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
          onTab={(next) => room.runTab.set(next)}
          editor={handle}
          isWhole={isCovering}
          onCode={() => isCovering && room.isOutputOpen.set(false)}
        >
          {isCovering && <RunButton room={room} />}
        </RunPane>
      )}
    </>
  );
}
