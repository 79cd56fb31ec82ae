import { Button } from '../../shared/ui/form/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import type { RoomState } from './room-state.ts';

/** Socket.IO's messages for an unreachable server. */
const UNREACHABLE = /(websocket error|xhr (poll|post) error|timeout)$/;

export interface ConnectionBannerProps {
  room: RoomState;
  onReconnect: () => void;
  /** The user types without a connection. */
  isTypingOffline: boolean;
  /** Starts offline typing; absent where this device refuses storage. */
  onKeepTyping?: (() => void) | undefined;
}

/** Shows a lost connection and what the page does about it; nothing while connected. */
export function ConnectionBanner({ room, onReconnect, isTypingOffline, onKeepTyping }: ConnectionBannerProps) {
  if (room.isConnected || room.ended || room.barred) return null;
  if (room.self === null && room.error === null && !isTypingOffline) return null;
  return (
    <Notice
      tone="warn"
      action={
        <>
          {onKeepTyping && !isTypingOffline && (
            <Button size="sm" aria-label="Keep typing on this device" onClick={onKeepTyping}>
              Keep typing
            </Button>
          )}
          <Button size="sm" onClick={onReconnect}>
            Reconnect
          </Button>
        </>
      }
    >
      {room.error && `${describeError(room.error)}. `}
      {room.activity}{' '}
      {isTypingOffline
        ? 'Working offline. Your changes will sync when you reconnect.'
        : 'Editing is paused. Nothing is lost.'}
    </Notice>
  );
}

/** Returns a connection error as the beginning of a sentence, without Socket.IO's terms. */
function describeError(error: string): string {
  return error.replace(UNREACHABLE, 'the server cannot be reached').replace(/\.$/, '');
}
