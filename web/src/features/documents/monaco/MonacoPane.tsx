import './monaco-setup.ts';
import { Editor } from '@monaco-editor/react';
import type { editor } from 'monaco-editor';
import { KeyCode, KeyMod } from 'monaco-editor/editor';
import { TabFocus } from 'monaco-editor/editor/browser/config/tabFocus';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { EDITOR_HELP_ID, EDITOR_LABEL } from '../editor/languages/editor-pane.ts';
import type { EditorPaneProps } from '../editor/languages/editor-pane.ts';
import { useReplaceLookalikes } from '../editor/useReplaceLookalikes.ts';
import { setTabLeaves } from '../editor/tab-key.ts';
import { completionOptions, useMonacoCompletion } from './useMonacoCompletion.ts';
import { canFormat } from '../format/format-languages.ts';
import { useFormat } from '../format/useFormat.ts';
import { addFormatAction } from './monaco-format.ts';
import { connectFile, monacoHandle } from './monaco-handle.ts';
import { followIndent } from './monaco-indent.ts';
import { markLookalikes } from './monaco-lookalikes.ts';

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
  const blur = useEffectEvent(onBlur);
  const replace = useEffectEvent(useReplaceLookalikes(props));
  const format = useEffectEvent(useFormat(props));

  useEffect(() => {
    const model = mounted?.getModel();
    if (!mounted || !model) return;
    const disconnect = connectFile(mounted, model, gate, cursors);
    const blurListener = mounted.onDidBlurEditorText(() => blur());
    onReady(monacoHandle(mounted, model, gate, { replaceLookalikes: () => replace(), format: () => format() }));
    return () => {
      onReady(null);
      blurListener.dispose();
      disconnect();
    };
  }, [mounted, gate, cursors, onReady]);

  useEffect(() => {
    const model = mounted?.getModel();
    if (!mounted || !model) return;
    const stops = [
      followIndent(model, language.id),
      markLookalikes(mounted, model, { language: language.id, replace: () => replace() }),
    ];
    if (canFormat(language.id)) {
      const action = addFormatAction(mounted, () => format());
      stops.push(() => action.dispose());
    }
    return () => stops.forEach((stop) => stop());
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
