import { EditorState } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { caretMoves, tapsPlaceCursor } from './codemirror-caret.ts';
import { codeMirrorExtensions } from './codemirror-extensions.ts';
import { useFormat } from '../format/useFormat.ts';
import { codeMirrorHandle } from './codemirror-handle.ts';
import { indentOf } from './codemirror-indent.ts';
import { NONE, PARTS, useLoadedPart, usePart } from './codemirror-parts.ts';
import { holdCodeMirrorPlace, scrollToTop, viewOfFile } from './codemirror-place.ts';
import { revealOnShrink } from './codemirror-reveal.ts';
import { codeMirrorTheme } from './codemirror-theme.ts';
import { useReplaceLookalikes } from '../editor/useReplaceLookalikes.ts';
import { setTabLeaves } from '../editor/tab-key.ts';
import type { EditorHandle, EditorPaneProps } from '../editor/languages/editor-pane.ts';

const READ_ONLY: Extension = [EditorState.readOnly.of(true), EditorView.editable.of(false), tapsPlaceCursor];

/** CodeMirror, the editor for touch. */
export function CodeMirrorPane(props: EditorPaneProps) {
  const { gate, cursors, language, theme, isReadOnly, fontSize, wordWrap, vim, completion = 'off', onReady } = props;
  const container = useRef<HTMLDivElement>(null);
  const handle = useRef<EditorHandle | null>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const colors = useMemo(() => codeMirrorTheme(theme, fontSize, language), [theme, fontSize, language]);
  const indentation = useMemo(() => indentOf(language.id), [language.id]);
  const access = isReadOnly ? READ_ONLY : NONE;
  const wrap = wordWrap ? EditorView.lineWrapping : NONE;
  const blur = useEffectEvent(props.onBlur);
  const replace = useEffectEvent(useReplaceLookalikes(props));
  const format = useEffectEvent(useFormat(props));
  const firstParts = useEffectEvent(() => [
    // First, because its keys must precede all others.
    PARTS.vim.of(NONE),
    PARTS.language.of(NONE),
    PARTS.theme.of(colors),
    PARTS.access.of(access),
    PARTS.wrap.of(wrap),
    PARTS.indent.of(indentation),
    PARTS.marks.of(NONE),
    PARTS.completion.of(NONE),
    PARTS.search.of(NONE),
  ]);

  useEffect(() => {
    if (!container.current) return;
    const { top, ...start } = viewOfFile(gate);
    const commands = { replaceLookalikes: () => replace(), format: () => format() };
    const extensions = [firstParts(), codeMirrorExtensions(gate, cursors, () => blur(), commands.format)];
    const opened = new EditorView({
      parent: container.current,
      scrollTo: scrollToTop(top),
      state: EditorState.create({ ...start, extensions: [...extensions, revealOnShrink, caretMoves] }),
    });
    const keepPlace = holdCodeMirrorPlace(opened, gate, cursors);
    setView(opened);
    setTabLeaves(false);
    handle.current = codeMirrorHandle(opened, gate, commands);
    onReady(handle.current);
    return () => {
      onReady(null);
      keepPlace();
      opened.destroy();
    };
  }, [gate, cursors, onReady]);

  usePart(view, PARTS.theme, colors);
  usePart(view, PARTS.wrap, wrap);
  usePart(view, PARTS.access, access);
  usePart(view, PARTS.indent, indentation);

  // Loaded only if the user has Vim keys, which few do.
  const loadVim = useCallback(async () => (await import('./codemirror-vim.ts')).vimKeys(gate), [gate]);
  const loadMarks = useCallback(async () => {
    const { lookalikeMarks } = await import('./codemirror-lookalikes.ts');
    return lookalikeMarks(language.id, () => handle.current?.replaceLookalikes());
  }, [language.id]);
  const loadLanguage = useCallback(
    async () => (await import('./codemirror-language.ts')).codeMirrorLanguage(language),
    [language],
  );
  useLoadedPart(view, PARTS.vim, vim ? loadVim : null);
  useLoadedPart(view, PARTS.completion, completion === 'off' ? null : loadCompletion);
  useLoadedPart(view, PARTS.marks, loadMarks, true);
  useLoadedPart(view, PARTS.language, loadLanguage, true);
  useLoadedPart(view, PARTS.search, loadSearch, true);

  // Contained, so that a typed letter lays out the editor and not the page.
  return <div ref={container} style={{ height: '100%', contain: 'strict' }} />;
}

const loadSearch = async () => (await import('./codemirror-search.ts')).findAndReplace;
const loadCompletion = async () => (await import('../completion/codemirror-words.ts')).completeWords;
