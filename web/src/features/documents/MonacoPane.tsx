import './monaco-setup.ts';
import { Editor } from '@monaco-editor/react';
import type { editor } from 'monaco-editor';
import { useEffect, useMemo, useRef, useState } from 'react';
import { EDITOR_LABEL, FONT_SIZE_PX } from './editor-pane.ts';
import type { EditorPaneProps } from './editor-pane.ts';
import { MonacoBinding } from './monaco-binding.ts';
import { MonacoCursors } from './monaco-cursors.ts';

const OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  ariaLabel: EDITOR_LABEL,
  automaticLayout: true,
  fontFamily: "'JetBrains Mono', 'JetBrains Mono fallback', ui-monospace, monospace",
  fontLigatures: false,
  fontSize: FONT_SIZE_PX,
  lineNumbersMinChars: 3,
  hideCursorInOverviewRuler: true,
  minimap: { enabled: false },
  overviewRulerBorder: false,
  overviewRulerLanes: 0,
  padding: { top: 20, bottom: 20 },
  renderFinalNewline: 'on',
  scrollBeyondLastLine: false,
  tabSize: 2,
  // Suggestions out of the text itself would finish a candidate's words.
  wordBasedSuggestions: 'off',
  quickSuggestions: false,
  unicodeHighlight: { ambiguousCharacters: false },
};

/** The editor for a mouse and a keyboard. */
export function MonacoPane({ gate, cursors, language, theme, isReadOnly, onReady, onBlur }: EditorPaneProps) {
  const [mounted, setMounted] = useState<editor.IStandaloneCodeEditor | null>(null);
  const options = useMemo(() => ({ ...OPTIONS, readOnly: isReadOnly, domReadOnly: isReadOnly }), [isReadOnly]);
  const onBlurNow = useRef(onBlur);
  useEffect(() => {
    onBlurNow.current = onBlur;
  }, [onBlur]);

  useEffect(() => {
    const model = mounted?.getModel();
    if (!mounted || !model) return;
    const binding = new MonacoBinding(model, gate.text, gate.undoManager);
    const shown = new MonacoCursors(mounted, gate.text, cursors.awareness);
    const leaving = mounted.onDidBlurEditorText(() => onBlurNow.current());
    onReady({
      focus: () => mounted.focus(),
      insert: (text) => mounted.trigger('keyboard', 'type', { text }),
      reveal: (index) => mounted.revealPositionInCenterIfOutsideViewport(model.getPositionAt(index)),
      undo: () => gate.undoManager.undo(),
      redo: () => gate.undoManager.redo(),
    });
    return () => {
      onReady(null);
      leaving.dispose();
      shown.destroy();
      binding.destroy();
    };
  }, [mounted, gate, cursors, onReady]);

  return <Editor language={language.monaco} theme={theme} loading={null} options={options} onMount={setMounted} />;
}
