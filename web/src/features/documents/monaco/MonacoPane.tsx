import './monaco-setup.ts';
import { Editor } from '@monaco-editor/react';
import type { editor } from 'monaco-editor';
import { KeyCode, KeyMod } from 'monaco-editor/editor';
import { TabFocus } from 'monaco-editor/editor/browser/config/tabFocus';
import { useEffect, useMemo, useRef, useState } from 'react';
import { EDITOR_HELP_ID, EDITOR_LABEL } from '../editor/languages/editor-pane.ts';
import type { EditorPaneProps } from '../editor/languages/editor-pane.ts';
import { useReplaceLookalikes } from '../editor/useReplaceLookalikes.ts';
import { setTabLeaves } from '../editor/tab-key.ts';
import { completionOptions, useMonacoCompletion } from '../completion/useMonacoCompletion.ts';
import { canFormat } from '../format/format-languages.ts';
import { useFormat } from '../format/useFormat.ts';
import { addFormatAction } from './monaco-format.ts';
import { MonacoBinding } from './monaco-binding.ts';
import { MonacoCursors } from './monaco-cursors.ts';
import { caretHandle } from './monaco-caret.ts';
import { followIndent } from './monaco-indent.ts';
import { markLookalikes } from './monaco-lookalikes.ts';
import { holdMonacoPlace } from './monaco-place.ts';
import { goToLine, markProblem } from './monaco-problem.ts';
import { trackMonacoUndo } from './monaco-undo.ts';

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
  // While a bracket is open, it would pin lines over the code.
  stickyScroll: { enabled: false },
  // Off, because `followIndent` measures the text for both editors alike.
  detectIndentation: false,
  // Opening the search must not move the code.
  find: { addExtraSpaceOnTop: false },
  // The page's style sheets reach the menu.
  useShadowDOM: false,
  // The completions are names, nothing that writes code by itself.
  snippetSuggestions: 'none',
  // Off, because `markLookalikes` marks the same characters in all editors and the player.
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false },
};

// One setting for all of Monaco's editors on the page.
TabFocus.onDidChangeTabFocus(setTabLeaves);

/** Monaco, the editor for mouse and keyboard. */
export function MonacoPane(props: EditorPaneProps) {
  const { gate, cursors, language, theme, isReadOnly, fontSize, wordWrap, minimap, onReady, onBlur } = props;
  const { completion = 'off', files } = props;
  const [mounted, setMounted] = useState<editor.IStandaloneCodeEditor | null>(null);
  const options = useMemo<editor.IStandaloneEditorConstructionOptions>(
    () => ({
      ...OPTIONS,
      fontSize,
      wordWrap: wordWrap ? 'on' : 'off',
      minimap: { enabled: minimap },
      readOnly: isReadOnly,
      domReadOnly: isReadOnly,
      ...completionOptions(completion),
    }),
    [isReadOnly, fontSize, wordWrap, minimap, completion],
  );
  const replace = useReplaceLookalikes(props);
  const format = useFormat(props);
  const latest = useRef({ onBlur, replace, format });
  useEffect(() => {
    latest.current = { onBlur, replace, format };
  }, [onBlur, replace, format]);

  useEffect(() => {
    const model = mounted?.getModel();
    if (!mounted || !model) return;
    const binding = new MonacoBinding(model, gate.text, gate.undoManager, mounted);
    const keepPlace = holdMonacoPlace(mounted, gate, cursors);
    const peerCursors = new MonacoCursors(mounted, gate, cursors);
    const stopTracking = trackMonacoUndo(mounted, gate);
    const blurListener = mounted.onDidBlurEditorText(() => latest.current.onBlur());
    onReady({
      focus: () => mounted.focus(),
      insert: (text) => mounted.trigger('keyboard', 'type', { text }),
      reveal: (index) => mounted.revealPositionInCenterIfOutsideViewport(model.getPositionAt(index)),
      indent: () => mounted.trigger('keyboard', 'tab', null),
      outdent: () => mounted.trigger('keyboard', 'outdent', null),
      find: () => void mounted.getAction('editor.action.startFindReplaceAction')?.run(),
      undo: () => gate.undoManager.undo(),
      redo: () => gate.undoManager.redo(),
      mark: (problem) => markProblem(model, problem),
      goTo: (line, column) => goToLine(mounted, line, column),
      replaceLookalikes: () => latest.current.replace(),
      format: () => latest.current.format(),
      ...caretHandle(mounted, model),
    });
    return () => {
      onReady(null);
      keepPlace();
      blurListener.dispose();
      stopTracking();
      peerCursors.destroy();
      binding.destroy();
    };
  }, [mounted, gate, cursors, onReady]);

  useEffect(() => {
    const model = mounted?.getModel();
    return model ? followIndent(model, language.id) : undefined;
  }, [mounted, language.id]);

  useEffect(() => {
    const model = mounted?.getModel();
    if (!mounted || !model) return;
    return markLookalikes(mounted, model, {
      language: language.id,
      replace: () => latest.current.replace(),
    });
  }, [mounted, language.id]);

  useEffect(() => {
    if (!mounted || !canFormat(language.id)) return;
    const action = addFormatAction(mounted, () => latest.current.format());
    return () => action.dispose();
  }, [mounted, language.id]);

  useMonacoCompletion(mounted, { language: language.id, completion, files: files ? { gate, files } : null });

  return (
    <Editor
      language={language.monaco}
      theme={theme}
      loading={null}
      options={options}
      onMount={(instance) => setMounted(withLeaveKey(instance))}
    />
  );
}

/** Adds the key that lets Tab leave the editor, and its description for screen readers. */
function withLeaveKey(instance: editor.IStandaloneCodeEditor): editor.IStandaloneCodeEditor {
  instance.getDomNode()?.querySelector('[role="textbox"], textarea')?.setAttribute('aria-describedby', EDITOR_HELP_ID);
  setTabLeaves(TabFocus.getTabFocusMode());
  instance.addAction({
    id: 'leave-with-tab',
    label: 'Tab leaves the editor',
    // Monaco's own key on other systems than macOS.
    keybindings: [KeyMod.WinCtrl | KeyCode.KeyM],
    run: () => instance.trigger('keyboard', 'editor.action.toggleTabFocusMode', null),
  });
  return instance;
}
