import PanelRight from 'lucide-react/icons/panel-right';
import { IconButton } from '../../../shared/ui/plain/IconButton.tsx';
import { useStore } from '../../../shared/store.ts';
import type { EditorRoom } from '../live/editor-room.ts';
import type { RoomRuns } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';

/** Opens and closes the preview, once the room's files make a page. */
export function PreviewToggle({ room, preview }: { room: EditorRoom; preview: RoomRuns['preview'] }) {
  const isOffered = useStore(preview.store, (state) => state.isOffered);
  const isOpen = useStore(room.panes.store, (panes) => panes.preview);
  const isOver = useRoomState(room, (state) => state.ended !== null);
  const close = () => {
    preview.remove();
    room.panes.hide('preview');
  };
  if (!isOffered) return null;
  return (
    <IconButton
      label={isOpen ? 'Hide preview' : 'Show preview'}
      size="sm"
      disabled={isOver}
      onClick={() => (isOpen ? close() : room.panes.showPreview())}
    >
      <PanelRight size={18} aria-hidden />
    </IconButton>
  );
}
