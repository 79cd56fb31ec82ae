import { useStore } from '../../../shared/store.ts';
import { isGone } from '../actions/is-gone.ts';
import { codeCopyOf } from '../files/code-copy-of.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { RoomEndedDialog } from '../actions/RoomEndedDialog.tsx';
import { useCodeState, useRoomState } from '../live/useLiveRoom.ts';

interface RoomEndProps {
  room: LiveRoom;
  /** With `keepsText`, this device has the only copy of the last lines. */
  onLeave: (keepsText: boolean) => void;
  /** Opens the candidate's receipt, if they were in the room. */
  onReceipt?: (() => void) | undefined;
}

/** The dialog at the end of the interview. Renders nothing before. */
export function RoomEnd({ room, onLeave, onReceipt }: RoomEndProps) {
  const ended = useRoomState(room, (state) => state.ended);
  const isUnsaved = useCodeState(room, (code) => code.sync.kind !== 'saved' || code.isHolding);
  const asides = useStore(room.shownQuestions.store, (shown) => shown.asides ?? 0);
  if (ended === null) return null;
  const isCandidate = room.userType === 'candidate';
  const where = isCandidate ? 'Your receipt has' : 'The details have';
  const links = isGone(ended)
    ? {}
    : {
        // The user who ended it may have left a message; a colleague then goes on to their scorecard.
        next: isCandidate ? null : `Ended by ${ended.endedBy || 'an interviewer'}. Write your scorecard.`,
        aside: asides > 0 ? `${where} what was put aside.` : null,
        onReceipt,
      };
  return (
    <RoomEndedDialog
      message={ended.message}
      copy={codeCopyOf(room)}
      isUnsaved={isUnsaved}
      onLeave={(hasTaken) => onLeave(isUnsaved && !hasTaken)}
      {...links}
    />
  );
}
