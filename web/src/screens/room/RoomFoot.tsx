import type { ReactNode } from 'react';
import type { EditorTheme } from '../../features/documents/editor-pane.ts';
import styles from './room.module.css';

export interface RoomFootProps {
  saveState: ReactNode;
  theme: EditorTheme;
  onToggleTheme: () => void;
  children?: ReactNode;
}

/** The line under the code: where it is saved, and the quiet settings. */
export function RoomFoot({ saveState, theme, onToggleTheme, children }: RoomFootProps) {
  return (
    <footer className={styles['foot']}>
      {saveState}
      <span className={styles['space']} />
      {children}
      <button type="button" className={styles['quiet']} onClick={onToggleTheme}>
        {theme === 'dark' ? 'Light editor' : 'Dark editor'}
      </button>
    </footer>
  );
}
