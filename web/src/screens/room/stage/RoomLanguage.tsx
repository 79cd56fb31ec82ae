import { LanguagePicker } from '../../../features/documents/editor/languages/LanguagePicker.tsx';
import { changeLanguage } from '../live/live-room.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { useCanRun } from '../runs/useCanRun.ts';
import { useIsReadOnly } from '../live/useIsReadOnly.ts';

/** The language of the room's code, where its bar, its keys or its tabs have it. */
export function RoomLanguage({ room }: { room: LiveRoom }) {
  const language = useRoomState(room, (state) => state.language);
  const isConnected = useRoomState(room, (state) => state.isConnected);
  const isReadOnly = useIsReadOnly(room);
  return (
    <LanguagePicker
      language={language}
      disabled={!isConnected || isReadOnly}
      canRun={useCanRun(room)}
      onChange={(next) => void changeLanguage(room, next)}
    />
  );
}
