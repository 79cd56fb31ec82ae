import { useNavigate } from '@tanstack/react-router';
import { leaveForLogin } from '../../../shared/api/api-client.ts';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { Notice } from '../../../shared/ui/feedback/Notice.tsx';
import { forgetPlace } from '../../../features/interviews/candidate-place.ts';
import { codeCopyOf } from '../files/code-copy-of.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { useCodeState, useRoomState } from '../live/useLiveRoom.ts';
import { CopyActions } from '../actions/CopyActions.tsx';

const EXPIRED = 'Your access has expired. Copy or download your code, then join again.';
const UNREADABLE = 'The code of this session cannot be opened. Other sessions are not affected.';

const WORDS = {
  interviewer: {
    'signed out': 'You are signed out. Sign in to return to this room.',
    'account deleted': 'This account was deleted. Copy or download your code.',
    'no access': 'Your account no longer has access to this session. Copy or download your code.',
    unreadable: UNREADABLE,
  },
  candidate: {
    'signed out': EXPIRED,
    'account deleted': EXPIRED,
    'no access': 'You no longer have access to this session. Copy or download your code.',
    unreadable: UNREADABLE,
  },
};

/**
 * Shows the reason if the server refuses this user, with the way back if there is one, and offers their text. Else
 * renders nothing.
 */
export function BarredNotice({ room }: { room: LiveRoom }) {
  const barred = useRoomState(room, (state) => state.barred);
  const hasText = useCodeState(room, (code) => code.hasText);
  if (barred === null) return null;
  const back = barred === 'signed out' && room.userType === 'interviewer';
  const again = barred === 'signed out' && room.userType === 'candidate';
  const isUnreadable = barred === 'unreadable';
  return (
    <Notice
      tone="bad"
      action={
        <>
          {back && (
            <Button size="sm" look="primary" onClick={() => void room.code.flush().then(leaveForLogin)}>
              Sign in
            </Button>
          )}
          {again && (
            <Button size="sm" look="primary" onClick={() => void joinAgain(room)}>
              Join again
            </Button>
          )}
          {isUnreadable && (
            <Button size="sm" onClick={() => void room.code.flush().then(() => window.location.reload())}>
              Try again
            </Button>
          )}
          {isUnreadable && room.userType === 'interviewer' && <SessionsButton room={room} />}
          {hasText && <CopyActions copyOf={() => codeCopyOf(room)} />}
        </>
      }
    >
      {WORDS[room.userType][barred]}
    </Notice>
  );
}

function SessionsButton({ room }: { room: LiveRoom }) {
  const navigate = useNavigate();
  return (
    <Button size="sm" look="primary" onClick={() => void room.code.flush().then(() => navigate({ to: '/sessions' }))}>
      Back to sessions
    </Button>
  );
}

async function joinAgain(room: LiveRoom): Promise<void> {
  await room.code.flush();
  forgetPlace(room.interview.room_code);
  window.location.reload();
}
