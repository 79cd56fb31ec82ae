import type { LiveRoom } from './live-room.ts';
import { RoomEndedDialog } from './actions/RoomEndedDialog.tsx';
import { useCodeState, useRoomState } from './useLiveRoom.ts';

interface RoomEndProps {
  room: LiveRoom;
  onLeave: () => void;
  /** Opens the candidate's receipt. */
  onReceipt?: () => void;
}

/** The dialog at the end of the interview. Renders nothing before. */
export function RoomEnd({ room, onLeave, onReceipt }: RoomEndProps) {
  const ended = useRoomState(room, (state) => state.ended);
  const language = useRoomState(room, (state) => state.language);
  const isUnsaved = useCodeState(room, (code) => code.sync.kind !== 'saved' || code.isHolding);
  if (ended === null) return null;
  return (
    <RoomEndedDialog message={ended.message} code={room.code.text} {...{ language, isUnsaved, onLeave, onReceipt }} />
  );
}
