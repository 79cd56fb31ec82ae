import type { ReactNode } from 'react';
import type { CodeState } from '../../features/documents/live-code.ts';
import type { EditorTheme } from '../../features/documents/editor-pane.ts';
import { SaveState } from '../../features/documents/SaveState.tsx';
import styles from './room.module.css';

export interface RoomFootProps {
  code: CodeState;
  queued: number;
  theme: EditorTheme;
  onToggleTheme: () => void;
  children?: ReactNode;
}

/** The line under the code: where it is saved, and the quiet settings. */
export function RoomFoot({ code, queued, theme, onToggleTheme, children }: RoomFootProps) {
  return (
    <footer className={styles['foot']}>
      <SaveState code={code} queued={queued} />
      <span className={styles['space']} />
      {children}
      <button type="button" className={styles['quiet']} onClick={onToggleTheme}>
        {theme === 'dark' ? 'Light editor' : 'Dark editor'}
      </button>
    </footer>
  );
}
