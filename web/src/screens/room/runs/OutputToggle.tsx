import PanelBottom from 'lucide-react/icons/panel-bottom';
import { IconButton } from '../../../shared/ui/plain/IconButton.tsx';
import { useStore } from '../../../shared/store.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';

/** Opens and closes the output, also before the first run: for its input and its data. */
export function OutputToggle({ room }: { room: LiveRoom }) {
  const isOpen = useStore(room.panes.store, ({ output }) => output);
  const isLoaded = useStore(room.runs, (runs) => runs !== null);
  const isOver = useRoomState(room, (state) => state.ended !== null);
  return (
    <IconButton
      label={isOpen ? 'Hide output' : 'Show output'}
      size="sm"
      disabled={!isLoaded || isOver}
      onClick={() => room.panes.toggleOutput()}
    >
      <PanelBottom size={18} aria-hidden />
    </IconButton>
  );
}
