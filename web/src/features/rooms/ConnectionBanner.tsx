import { Button } from '../../shared/ui/form/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import type { RoomState } from './room-state.ts';

/** What a transport calls a server it cannot reach. */
const UNREACHABLE = /(websocket error|xhr (poll|post) error|timeout)$/;

export interface ConnectionBannerProps {
  room: RoomState;
  onReconnect: () => void;
  /** The person types on without a connection. */
  isTypingOffline: boolean;
  /** Lets them; absent where this device could not keep what they type. */
  onKeepTyping?: (() => void) | undefined;
}

/** What is wrong with the connection and what is being done about it; nothing while all is well. */
export function ConnectionBanner({ room, onReconnect, isTypingOffline, onKeepTyping }: ConnectionBannerProps) {
  if (room.isConnected || room.ended || room.barred) return null;
  if (room.self === null && room.error === null && !isTypingOffline) return null;
  return (
    <Notice
      tone="warn"
      action={
        <>
          {onKeepTyping && !isTypingOffline && (
            <Button size="sm" onClick={onKeepTyping}>
              Keep typing on this device
            </Button>
          )}
          <Button size="sm" look={isTypingOffline ? 'secondary' : 'quiet'} onClick={onReconnect}>
            Reconnect
          </Button>
        </>
      }
    >
      {room.error && `${wordsOf(room.error)}. `}
      {room.activity}{' '}
      {isTypingOffline
        ? 'You are typing on this device only; it is merged when the connection is back.'
        : 'Read-only until then; nothing is lost.'}
    </Notice>
  );
}

/** An error of the connection in words for people, as the beginning of a sentence. */
function wordsOf(error: string): string {
  return error.replace(UNREACHABLE, 'the server cannot be reached').replace(/\.$/, '');
}
