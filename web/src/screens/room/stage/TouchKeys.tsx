import Settings from 'lucide-react/icons/settings-2';
import { KeyRow } from '../../../features/documents/editor/KeyRow.tsx';
import { useStore } from '../../../shared/store.ts';
import { IconButton } from '../../../shared/ui/plain/IconButton.tsx';
import { SMALL_SCREEN } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import { NewFileButton } from '../files/NewFileButton.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { RunButtons } from '../runs/RunButtons.tsx';
import { RunControls } from '../runs/RunControls.tsx';
import { RoomLanguage } from './RoomLanguage.tsx';
import { useIsReadOnly } from '../live/useIsReadOnly.ts';

/** The row of keys that a touch keyboard lacks, with the room's language and the editor's settings. */
export function TouchKeys({ room, onSettings }: { room: LiveRoom; onSettings: () => void }) {
  const isEnded = useRoomState(room, (state) => state.ended !== null);
  const language = useRoomState(room, (state) => state.language);
  const isReadOnly = useIsReadOnly(room);
  const handle = useStore(room.editor);
  const held = useStore(room.code.pausedInput);
  const isSmall = useMedia(SMALL_SCREEN);
  const { isSingle } = useStore(room.panes.store);
  return (
    <KeyRow
      handle={handle}
      language={language}
      disabled={isReadOnly}
      hold={held?.type ?? null}
      first={isSmall && (isSingle ? <RunButtons room={room} isNarrow /> : <RunControls room={room} />)}
      last={<NewFileButton room={room} isIcon />}
    >
      <RoomLanguage room={room} />
      <IconButton label="Editor settings" disabled={isEnded} onClick={onSettings}>
        <Settings size={18} aria-hidden />
      </IconButton>
    </KeyRow>
  );
}
