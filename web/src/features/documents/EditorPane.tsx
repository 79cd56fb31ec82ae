import './editor.css';
import { lazy, memo, Suspense, useState } from 'react';
import { isTouchOnly } from './editor-pane.ts';
import type { EditorPaneProps } from './editor-pane.ts';
import styles from './documents.module.css';
import { usePeersMoving } from './usePeersMoving.ts';

const MonacoPane = lazy(async () => ({ default: (await import('./MonacoPane.tsx')).MonacoPane }));
const CodeMirrorPane = lazy(async () => ({ default: (await import('./CodeMirrorPane.tsx')).CodeMirrorPane }));

/** The editor that suits the device: Monaco for a mouse, CodeMirror for fingers. */
export const EditorPane = memo(function EditorPane(props: EditorPaneProps) {
  const [Pane] = useState(() => (isTouchOnly() ? CodeMirrorPane : MonacoPane));
  const moving = usePeersMoving(props.cursors);
  return (
    <div className={styles['pane']} data-peers-moving={moving}>
      <Suspense fallback={<EditorWait />}>
        <Pane {...props} />
      </Suspense>
    </div>
  );
});

/** The shape of the code that will be there. */
export function EditorWait() {
  return (
    <div className={styles['wait']} role="status" aria-label="Loading the editor">
      <i />
      <i />
      <i />
    </div>
  );
}
