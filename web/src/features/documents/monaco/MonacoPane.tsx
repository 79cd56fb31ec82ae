import './monaco-setup.ts';
import { Editor } from '@monaco-editor/react';
import type { editor } from 'monaco-editor';
import { KeyCode, KeyMod } from 'monaco-editor/editor';
import { useEffect, useMemo, useRef, useState } from 'react';
import { EDITOR_HELP_ID, EDITOR_LABEL, MODEL_OPTIONS } from '../editor/editor-pane.ts';
import type { EditorPaneProps } from '../editor/editor-pane.ts';
import { MonacoBinding } from './monaco-binding.ts';
import { MonacoCursors } from './monaco-cursors.ts';
import { followMonaco } from './monaco-undo.ts';

const OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  ariaLabel: EDITOR_LABEL,
  automaticLayout: true,
  fontFamily: "'JetBrains Mono', 'JetBrains Mono fallback', ui-monospace, monospace",
  fontLigatures: false,
  lineNumbersMinChars: 3,
  hideCursorInOverviewRuler: true,
  overviewRulerBorder: false,
  overviewRulerLanes: 0,
  padding: { top: 20, bottom: 20 },
  renderFinalNewline: 'on',
  scrollBeyondLastLine: false,
  detectIndentation: false,
  ...MODEL_OPTIONS,
  // Suggestions out of the text itself would finish a candidate's words.
  wordBasedSuggestions: 'off',
  quickSuggestions: false,
  unicodeHighlight: { ambiguousCharacters: false },
};

/** The editor for a mouse and a keyboard. */
export function MonacoPane(props: EditorPaneProps) {
  const { gate, cursors, language, theme, isReadOnly, fontSize, wordWrap, minimap, onReady, onBlur } = props;
  const [mounted, setMounted] = useState<editor.IStandaloneCodeEditor | null>(null);
  const options = useMemo<editor.IStandaloneEditorConstructionOptions>(
    () => ({
      ...OPTIONS,
      fontSize,
      wordWrap: wordWrap ? 'on' : 'off',
      minimap: { enabled: minimap },
      readOnly: isReadOnly,
      domReadOnly: isReadOnly,
    }),
    [isReadOnly, fontSize, wordWrap, minimap],
  );
  const onBlurNow = useRef(onBlur);
  useEffect(() => {
    onBlurNow.current = onBlur;
  }, [onBlur]);

  useEffect(() => {
    const model = mounted?.getModel();
    if (!mounted || !model) return;
    model.updateOptions(MODEL_OPTIONS);
    const binding = new MonacoBinding(model, gate.text, gate.undoManager, mounted);
    const shown = new MonacoCursors(mounted, gate.text, cursors);
    const stopFollowing = followMonaco(mounted, gate);
    const leaving = mounted.onDidBlurEditorText(() => onBlurNow.current());
    onReady({
      focus: () => mounted.focus(),
      insert: (text) => mounted.trigger('keyboard', 'type', { text }),
      reveal: (index) => mounted.revealPositionInCenterIfOutsideViewport(model.getPositionAt(index)),
      find: () => void mounted.getAction('editor.action.startFindReplaceAction')?.run(),
      undo: () => gate.undoManager.undo(),
      redo: () => gate.undoManager.redo(),
    });
    return () => {
      onReady(null);
      leaving.dispose();
      stopFollowing();
      shown.destroy();
      binding.destroy();
    };
  }, [mounted, gate, cursors, onReady]);

  return (
    <Editor
      language={language.monaco}
      theme={theme}
      loading={null}
      options={options}
      onMount={(made) => setMounted(prepared(made))}
    />
  );
}

/** Tab can leave the editor by one key on every system, and those who do not see the screen are told which. */
function prepared(made: editor.IStandaloneCodeEditor): editor.IStandaloneCodeEditor {
  made.getDomNode()?.querySelector('[role="textbox"], textarea')?.setAttribute('aria-describedby', EDITOR_HELP_ID);
  made.addAction({
    id: 'leave-with-tab',
    label: 'Tab leaves the editor',
    // Elsewhere than on a Mac this is Ctrl+M by itself.
    keybindings: [KeyMod.WinCtrl | KeyCode.KeyM],
    run: () => made.trigger('keyboard', 'editor.action.toggleTabFocusMode', null),
  });
  return made;
}
