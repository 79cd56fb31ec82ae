import { openSearchPanel } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useMemo, useRef, useState } from 'react';
import { whenIdle } from '../../../shared/when-idle.ts';
import { codeMirrorExtensions } from './codemirror-extensions.ts';
import { codeMirrorLanguage } from './codemirror-language.ts';
import { codeMirrorTheme } from './codemirror-theme.ts';
import type { EditorPaneProps } from '../editor/editor-pane.ts';

const READ_ONLY: Extension = [EditorState.readOnly.of(true), EditorView.editable.of(false)];
const WRITABLE: Extension = [];
const UNWRAPPED: Extension = [];

/** Lines around a place that is brought into view, in CSS pixels. */
const REVEAL_MARGIN_PX = 80;

/** The latest the colours of the language are asked for, in milliseconds. */
const COLOURS_WITHIN_MS = 500;

/** The editor for fingers. */
export function CodeMirrorPane(props: EditorPaneProps) {
  const { gate, cursors, language, theme, isReadOnly, fontSize, wordWrap, vim, onReady, onBlur } = props;
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const [compartments] = useState(() => ({
    language: new Compartment(),
    theme: new Compartment(),
    access: new Compartment(),
    wrap: new Compartment(),
    vim: new Compartment(),
  }));
  const shownTheme = useMemo(() => codeMirrorTheme(theme, fontSize), [theme, fontSize]);
  const access = isReadOnly ? READ_ONLY : WRITABLE;
  const wrap = wordWrap ? EditorView.lineWrapping : UNWRAPPED;
  const now = useRef({ onBlur, shownTheme, access, wrap });
  useEffect(() => {
    now.current = { onBlur, shownTheme, access, wrap };
  }, [onBlur, shownTheme, access, wrap]);

  useEffect(() => {
    if (!place.current) return;
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: gate.text.toString(),
        extensions: [
          // First, so that its keys come before all others.
          compartments.vim.of([]),
          compartments.language.of([]),
          compartments.theme.of(now.current.shownTheme),
          compartments.access.of(now.current.access),
          compartments.wrap.of(now.current.wrap),
          codeMirrorExtensions(gate, cursors, () => now.current.onBlur()),
        ],
      }),
    });
    setView(made);
    onReady({
      focus: () => made.focus(),
      insert: (text) =>
        made.dispatch(made.state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input.type' }),
      reveal: (index) => {
        const place = Math.min(index, made.state.doc.length);
        made.dispatch({ effects: EditorView.scrollIntoView(place, { y: 'nearest', yMargin: REVEAL_MARGIN_PX }) });
      },
      find: () => openSearchPanel(made),
      undo: () => gate.undoManager.undo(),
      redo: () => gate.undoManager.redo(),
    });
    return () => {
      onReady(null);
      made.destroy();
    };
  }, [gate, cursors, compartments, onReady]);

  useReconfigured(view, compartments.theme, shownTheme);
  useReconfigured(view, compartments.wrap, wrap);
  useReconfigured(view, compartments.access, access);

  useEffect(() => {
    if (!view || !vim) return;
    let isCurrent = true;
    const use = (keys: Extension) => isCurrent && view.dispatch({ effects: compartments.vim.reconfigure(keys) });
    // Few want them; they travel only to those who do.
    void import('./codemirror-vim.ts').then(({ vimKeys }) => use(vimKeys(gate)));
    return () => {
      use([]);
      isCurrent = false;
    };
  }, [view, vim, gate, compartments]);

  useEffect(() => {
    let isCurrent = true;
    // Who begins to type at once does not wait for the colours.
    const stop = whenIdle(() => {
      void codeMirrorLanguage(language).then((support) => {
        if (isCurrent) view?.dispatch({ effects: compartments.language.reconfigure(support) });
      });
    }, COLOURS_WITHIN_MS);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [view, language, compartments]);

  return <div ref={place} style={{ height: '100%', overflow: 'hidden' }} />;
}

/** Keeps a part of the editor as it is now; an editor that was made with it is left alone. */
function useReconfigured(view: EditorView | null, part: Compartment, now: Extension): void {
  useEffect(() => {
    if (view && part.get(view.state) !== now) view.dispatch({ effects: part.reconfigure(now) });
  }, [view, part, now]);
}
