import { useNavigate } from '@tanstack/react-router';
import { leaveForLogin } from '../../shared/api/api-client.ts';
import { copyCode } from '../../shared/device/copy-text.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { forgetPlace } from '../../features/interviews/candidate-place.ts';
import { downloadCode } from './actions/download-code.ts';
import type { LiveRoom } from './live-room.ts';
import { useCodeState, useRoomState } from './useLiveRoom.ts';

const UNREADABLE = 'The code of this session cannot be opened. Other sessions are not affected.';

const WORDS = {
  interviewer: {
    'signed out': 'You are signed out. Sign in to come back to this room; what you typed is kept on this device.',
    'account deleted': 'This account was deleted. You can take your text along.',
    'no access': 'This room is not open to the account on this device any more. You can take your text along.',
    unreadable: UNREADABLE,
  },
  candidate: {
    'signed out': 'Your place in this room has expired. Take your text along, then join again.',
    'account deleted': 'Your place in this room has expired. Take your text along, then join again.',
    'no access': 'This session is not open to you any more. You can take your text along.',
    unreadable: UNREADABLE,
  },
};

/** Why the server lets this user no longer in, the way back where there is one, and their text; nothing otherwise. */
export function BarredNotice({ room }: { room: LiveRoom }) {
  const barred = useRoomState(room, (state) => state.barred);
  const language = useRoomState(room, (state) => state.language);
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
          {hasText && (
            <>
              <Button size="sm" onClick={() => void copyCode(room.code.text)}>
                Copy code
              </Button>
              <Button size="sm" onClick={() => downloadCode(room.code.text, language)}>
                Download code
              </Button>
            </>
          )}
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
