import { useEditorTheme } from '../../../features/documents/editor/useEditorSettings.ts';
import styles from './RoomWait.module.css';

/** The interviewer's room while it is created or loaded: the same areas, so that nothing flashes or moves. */
export function RoomWait() {
  return (
    <main className={styles.page}>
      <div className={styles.code} data-editor-theme={useEditorTheme()}>
        <h1 className={styles.text}>Starting interview session...</h1>
        <i />
        <i />
        <i />
      </div>
    </main>
  );
}
