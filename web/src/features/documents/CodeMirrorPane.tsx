import { openSearchPanel } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { codeMirrorExtensions } from './codemirror-extensions.ts';
import { codeMirrorLanguage } from './codemirror-language.ts';
import { codeMirrorTheme } from './codemirror-theme.ts';
import type { EditorPaneProps } from './editor-pane.ts';

const readOnly = (isReadOnly: boolean) => [EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly)];

/** Lines around a place that is brought into view, in CSS pixels. */
const REVEAL_MARGIN_PX = 80;

/** The editor for fingers. */
export function CodeMirrorPane(props: EditorPaneProps) {
  const { gate, cursors, language, theme, isReadOnly, fontSize, wordWrap, vim, onReady, onBlur } = props;
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const [compartments] = useState(() => ({
    language: new Compartment(),
    theme: new Compartment(),
    readOnly: new Compartment(),
    wrap: new Compartment(),
    vim: new Compartment(),
  }));
  const onBlurNow = useRef(onBlur);
  useEffect(() => {
    onBlurNow.current = onBlur;
  }, [onBlur]);

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
          compartments.theme.of([]),
          compartments.readOnly.of(readOnly(true)),
          compartments.wrap.of([]),
          codeMirrorExtensions(gate, cursors, () => onBlurNow.current()),
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

  useEffect(() => {
    view?.dispatch({ effects: compartments.theme.reconfigure(codeMirrorTheme(theme, fontSize)) });
  }, [view, theme, fontSize, compartments]);

  useEffect(() => {
    view?.dispatch({ effects: compartments.wrap.reconfigure(wordWrap ? EditorView.lineWrapping : []) });
  }, [view, wordWrap, compartments]);

  useEffect(() => {
    view?.dispatch({ effects: compartments.readOnly.reconfigure(readOnly(isReadOnly)) });
  }, [view, isReadOnly, compartments]);

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
    void codeMirrorLanguage(language).then((support) => {
      if (isCurrent) view?.dispatch({ effects: compartments.language.reconfigure(support) });
    });
    return () => {
      isCurrent = false;
    };
  }, [view, language, compartments]);

  return <div ref={place} style={{ height: '100%', overflow: 'hidden' }} />;
}
