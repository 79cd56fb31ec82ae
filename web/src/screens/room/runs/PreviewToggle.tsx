import PanelRight from 'lucide-react/icons/panel-right';
import { IconButton } from '../../../shared/ui/plain/IconButton.tsx';
import { useStore } from '../../../shared/store.ts';
import type { LiveRoom, RoomRuns } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { usePreviewOffer } from './usePreviewOffer.ts';

/** Opens and closes the preview, once the room's files make a page. */
export function PreviewToggle({ room }: { room: LiveRoom }) {
  const runs = useStore(room.runs);
  return usePreviewOffer(runs) && runs ? <Toggle room={room} preview={runs.preview} /> : null;
}

function Toggle({ room, preview }: { room: LiveRoom; preview: RoomRuns['preview'] }) {
  const isOpen = useStore(room.panes.store, (panes) => panes.preview);
  const isOver = useRoomState(room, (state) => state.ended !== null);
  const close = () => {
    preview.remove();
    room.panes.hide('preview');
  };
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
