import type { InterviewWithCode } from '@cip/contracts/interviews/interviews';
import { useNavigate } from '@tanstack/react-router';
import type { EditorTheme } from '../../../features/documents/editor/languages/editor-pane.ts';
import { ConfirmDialog } from '../../../shared/ui/overlay/ConfirmDialog.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { RoomEnd } from '../stage/RoomEnd.tsx';
import { isGone } from '../actions/is-gone.ts';
import { toSession } from '../actions/to-session.ts';
import { useEndInterview } from '../actions/useEndInterview.ts';

/** Returns the dialogs before and after the end of the interview, and the function that opens the first. */
export function useEndDialogs(room: LiveRoom, interview: InterviewWithCode, theme: EditorTheme) {
  const navigate = useNavigate();
  const { ending, ask, cancel, end } = useEndInterview(room, interview, theme);
  const leave = async (keepsText: boolean) => {
    if (!keepsText) await room.code.deleteLocalData();
    const { ended } = room.connection.store.get();
    await navigate(ended && isGone(ended) ? { to: '/sessions' } : toSession(interview));
  };
  return {
    askEnd: ask,
    /** True if this page has ended the interview. */
    isEnded: ending === 'ended',
    endDialogs: (
      <>
        {(ending === 'asking' || ending === 'ending') && (
          <ConfirmDialog
            title="End interview"
            confirm="End"
            confirmBusy="Ending..."
            busy={ending === 'ending'}
            onConfirm={end}
            onCancel={cancel}
          >
            Are you sure you want to end this interview session? All participants will be disconnected.
          </ConfirmDialog>
        )}
        {(ending === 'no' || ending === 'asking') && (
          <RoomEnd room={room} onLeave={(keepsText) => void leave(keepsText)} />
        )}
      </>
    ),
  };
}
