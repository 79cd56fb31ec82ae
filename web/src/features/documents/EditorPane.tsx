import './editor/editor.css';
import { memo, Suspense } from 'react';
import { EditorWait } from './editor/EditorWait.tsx';
import { EDITOR_HELP_ID } from './editor/languages/editor-pane.ts';
import type { EditorPaneProps } from './editor/languages/editor-pane.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import styles from './editor/documents.module.css';
import { editorSettings, isCodeMirrorChosen, isWordWrapped } from './editor/editor-settings.ts';
import { useEditorFontSize, useEditorSettings } from './editor/useEditorSettings.ts';
import { usePeersMoving } from './sync/cursors/usePeersMoving.ts';

const MonacoPane = lazyPart(async () => (await import('./monaco/MonacoPane.tsx')).MonacoPane);
const CodeMirrorPane = lazyPart(async () => (await import('./codemirror/CodeMirrorPane.tsx')).CodeMirrorPane);

type Chosen = 'fontSize' | 'wordWrap' | 'minimap' | 'vim';

interface EditorPaneShellProps extends Omit<EditorPaneProps, Chosen> {
  /** Further keys, for screen readers. */
  help?: string | undefined;
}

/** The chosen editor, or the device's default: Monaco for a mouse, CodeMirror for touch. */
export const EditorPane = memo(function EditorPane({ help, ...props }: EditorPaneShellProps) {
  const settings = useEditorSettings();
  const { minimap, vim } = settings;
  const fontSize = useEditorFontSize();
  const Pane = isCodeMirrorChosen(settings) ? CodeMirrorPane : MonacoPane;
  const moving = usePeersMoving(props.cursors);
  return (
    <div className={styles.pane} data-peers-moving={moving}>
      <p id={EDITOR_HELP_ID} className="visually-hidden">
        Tab indents. Press Control and M, and Tab moves to the next control; the same keys again undo that. {help}
      </p>
      <Suspense fallback={<EditorWait />}>
        <Pane {...props} fontSize={fontSize} wordWrap={isWordWrapped(settings)} minimap={minimap} vim={vim} />
      </Suspense>
    </div>
  );
});

/** Starts loading the editor before it is shown. */
export function prepareEditor(): void {
  const pane = isCodeMirrorChosen(editorSettings.get()) ? CodeMirrorPane : MonacoPane;
  void pane.preload();
}
