import type { ReactNode } from 'react';
import { isTouchOnly } from '../../../features/documents/editor/languages/editor-pane.ts';
import { TabHint } from '../../../features/documents/editor/TabHint.tsx';
import { NewFileButton } from '../files/NewFileButton.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import styles from '../room.module.css';

export interface RoomFootProps {
  room: LiveRoom;
  saveState: ReactNode;
  onSettings: () => void;
  /** True if the interview is over. */
  disabled: boolean;
  children?: ReactNode;
}

/** The line under the editor: save state, settings, and the room's second file. */
export function RoomFoot({ room, saveState, onSettings, disabled, children }: RoomFootProps) {
  return (
    <footer className={styles.foot}>
      {saveState}
      <TabHint />
      <span className={styles.space} />
      {children}
      {/* With fingers the keys have them. */}
      {!isTouchOnly() && (
        <>
          <NewFileButton room={room} />
          <button type="button" className={styles.quiet} disabled={disabled} onClick={onSettings}>
            Editor settings
          </button>
        </>
      )}
    </footer>
  );
}
