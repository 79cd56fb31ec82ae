import type { ReactNode } from 'react';
import { TabHint } from '../../../features/documents/editor/TabHint.tsx';
import styles from '../room.module.css';

export interface RoomFootProps {
  saveState: ReactNode;
  onSettings: () => void;
  /** True if the interview is over. */
  disabled: boolean;
  children?: ReactNode;
}

/** The line under the editor: save state and settings. */
export function RoomFoot({ saveState, onSettings, disabled, children }: RoomFootProps) {
  return (
    <footer className={styles.foot}>
      {saveState}
      <TabHint />
      <span className={styles.space} />
      {children}
      <button type="button" className={styles.quiet} disabled={disabled} onClick={onSettings}>
        Editor settings
      </button>
    </footer>
  );
}
