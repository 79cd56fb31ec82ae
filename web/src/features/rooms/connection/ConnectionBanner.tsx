import { Button } from '../../../shared/ui/plain/Button.tsx';
import { Notice } from '../../../shared/ui/feedback/Notice.tsx';
import type { RoomState } from './room-state.ts';

/** Socket.IO's messages for an unreachable server. */
const UNREACHABLE = /(websocket error|xhr (poll|post) error|timeout)$/;

export interface ConnectionBannerProps {
  room: RoomState;
  onReconnect: () => void;
  /** The user types without a connection. */
  isTypingOffline: boolean;
  /** The typed text is on this device's disk. */
  isStored: boolean;
  /** A reload opens the room without a network. */
  canReopen: boolean;
  /** Starts offline typing; absent if this device refuses storage. */
  onKeepTyping?: (() => void) | undefined;
}

/** Shows a lost connection and the page's next attempt; nothing while connected. */
export function ConnectionBanner(props: ConnectionBannerProps) {
  const { room, onReconnect, isTypingOffline, onKeepTyping } = props;
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
      {room.activity} {describeText(props)}
    </Notice>
  );
}

/** Returns a sentence about the text that promises only as much as this device can hold. */
function describeText({ isTypingOffline, isStored, canReopen }: ConnectionBannerProps): string {
  const says = isTypingOffline
    ? 'Working offline. Your changes will sync when you reconnect.'
    : `Editing is paused.${isStored ? ' What you typed until now is safe.' : ''}`;
  return isStored && canReopen ? says : `${says} Keep this page open.`;
}

/** Returns a connection error as the beginning of a sentence, without Socket.IO's terms. */
function describeError(error: string): string {
  return error.replace(UNREACHABLE, 'the server cannot be reached').replace(/\.$/, '');
}
