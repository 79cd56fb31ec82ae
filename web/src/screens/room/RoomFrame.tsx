import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { EditorTheme } from '../../features/documents/editor/editor-pane.ts';
import type { LiveRoom } from './live-room.ts';
import styles from './room.module.css';
import { RoomEditor } from './RoomEditor.tsx';
import { useRoomState } from './useLiveRoom.ts';
import { useVisibleHeight } from './useVisibleHeight.ts';

export interface RoomFrameProps {
  room: LiveRoom;
  theme: EditorTheme;
  bar: ReactNode;
  /** Between bar and editor on wide screens. */
  strip?: ReactNode;
  /** Under the editor on wide screens. */
  foot?: ReactNode;
  /** The save state; on a phone in the editor's corner. */
  saveState: ReactNode;
  /** Opens the user's editor settings. */
  onSettings: () => void;
  /** Over the editor's lower edge. */
  notices?: ReactNode;
}

/** The room's layout: bar, editor, and announcements for screen readers. */
export function RoomFrame({ room, theme, bar, strip, foot, saveState, onSettings, notices }: RoomFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  useVisibleHeight(frame);
  return (
    <div ref={frame} className={styles.room}>
      {bar}
      {strip}
      <main className={styles.code}>
        <RoomEditor room={room} theme={theme} saveState={saveState} notices={notices} onSettings={onSettings} />
      </main>
      {foot}
      <Announcements room={room} />
    </div>
  );
}

function Announcements({ room }: { room: LiveRoom }) {
  return (
    <p role="status" className="visually-hidden">
      {useRoomState(room, (state) => state.announcement)}
    </p>
  );
}
