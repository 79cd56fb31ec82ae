import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { EditorTheme } from '../../../features/documents/editor/languages/editor-pane.ts';
import type { LiveRoom } from '../live/live-room.ts';
import styles from '../room.module.css';
import { RoomEditor } from './RoomEditor.tsx';
import { RoomRule } from './RoomRule.tsx';
import { useRoomState } from '../live/useLiveRoom.ts';
import { useVisibleHeight } from './useVisibleHeight.ts';

export interface RoomFrameProps {
  room: LiveRoom;
  theme: EditorTheme;
  bar: ReactNode;
  /** Under the editor on wide screens. */
  strip?: ReactNode;
  /** Under the strip on wide screens. */
  foot?: ReactNode;
  /** The save state; on a phone in the editor's corner. */
  saveState: ReactNode;
  /** Opens the user's editor settings. */
  onSettings: () => void;
  /** Over the editor's lower edge. */
  notices?: ReactNode;
  /** Under the code and above a phone's keys; takes its own space. */
  under?: ReactNode;
  /** Over the editor; takes no space. */
  over?: ReactNode;
  /** Called at each key that is pressed in the editor. */
  onType?: (() => void) | undefined;
  /** Keys of the room, for screen readers in the editor. */
  keyHelp?: string | undefined;
}

/** The room's layout: bar, editor, and announcements for screen readers. */
export function RoomFrame({ bar, strip, foot, over, ...editor }: RoomFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  useVisibleHeight(frame);
  return (
    <div ref={frame} className={styles.room}>
      {bar}
      <main className={styles.code}>
        <RoomRule room={editor.room} />
        <RoomEditor {...editor} />
        {over}
      </main>
      {strip}
      {foot}
      <Announcements room={editor.room} />
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
