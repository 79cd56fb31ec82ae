import { insertBracket } from '@codemirror/autocomplete';
import { indentLess } from '@codemirror/commands';
import { openSearchPanel } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useMemo, useRef, useState } from 'react';
import { whenIdle } from '../../../shared/when-idle.ts';
import { caretHandle, caretMoves, tapsPlaceCursor } from './codemirror-caret.ts';
import { codeMirrorExtensions } from './codemirror-extensions.ts';
import { useFormat } from '../format/useFormat.ts';
import { indent, indentOf } from './codemirror-indent.ts';
import { codeMirrorLanguage } from './codemirror-language.ts';
import { holdCodeMirrorPlace, scrollToTop, viewOfFile } from './codemirror-place.ts';
import { goToLine, markProblem } from './codemirror-problem.ts';
import { revealOnShrink } from './codemirror-reveal.ts';
import { codeMirrorTheme } from './codemirror-theme.ts';
import { useReplaceLookalikes } from '../editor/useReplaceLookalikes.ts';
import { setTabLeaves } from '../editor/tab-key.ts';
import type { EditorPaneProps } from '../editor/languages/editor-pane.ts';

const READ_ONLY: Extension = [EditorState.readOnly.of(true), EditorView.editable.of(false), tapsPlaceCursor];
const WRITABLE: Extension = [];
const UNWRAPPED: Extension = [];

/** Margin around a revealed position, in CSS pixels. */
const REVEAL_MARGIN_PX = 80;

/** Latest start of loading the language, in milliseconds. */
const LANGUAGE_WITHIN_MS = 500;

/** CodeMirror, the editor for touch. */
export function CodeMirrorPane(props: EditorPaneProps) {
  const { gate, cursors, language, theme, isReadOnly, fontSize, wordWrap, vim, onReady, onBlur } = props;
  const { completion = 'off' } = props;
  const container = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const [compartments] = useState(() => ({
    language: new Compartment(),
    theme: new Compartment(),
    access: new Compartment(),
    wrap: new Compartment(),
    vim: new Compartment(),
    indent: new Compartment(),
    marks: new Compartment(),
    completion: new Compartment(),
  }));
  const themeExtension = useMemo(() => codeMirrorTheme(theme, fontSize, language), [theme, fontSize, language]);
  const access = isReadOnly ? READ_ONLY : WRITABLE;
  const indentation = useMemo(() => indentOf(language.id), [language.id]);
  const replace = useReplaceLookalikes(props);
  const format = useFormat(props);
  const wrap = wordWrap ? EditorView.lineWrapping : UNWRAPPED;
  const latest = useRef({ onBlur, themeExtension, access, wrap, indentation, replace, format });
  useEffect(() => {
    latest.current = { onBlur, themeExtension, access, wrap, indentation, replace, format };
  }, [onBlur, themeExtension, access, wrap, indentation, replace, format]);

  useEffect(() => {
    if (!container.current) return;
    const { top, ...start } = viewOfFile(gate);
    const instance = new EditorView({
      parent: container.current,
      scrollTo: scrollToTop(top),
      state: EditorState.create({
        ...start,
        extensions: [
          // First, because its keys must precede all others.
          compartments.vim.of([]),
          compartments.language.of([]),
          compartments.theme.of(latest.current.themeExtension),
          compartments.access.of(latest.current.access),
          compartments.wrap.of(latest.current.wrap),
          compartments.indent.of(latest.current.indentation),
          compartments.marks.of([]),
          compartments.completion.of([]),
          codeMirrorExtensions(
            gate,
            cursors,
            () => latest.current.onBlur(),
            () => latest.current.format(),
          ),
          revealOnShrink,
          caretMoves,
        ],
      }),
    });
    const keepPlace = holdCodeMirrorPlace(instance, gate, cursors);
    setView(instance);
    setTabLeaves(false);
    onReady({
      focus: () => instance.focus(),
      insert: (text) =>
        instance.dispatch(insertBracket(instance.state, text) ?? instance.state.replaceSelection(text), {
          scrollIntoView: true,
          userEvent: 'input.type',
        }),
      reveal: (index) => {
        const position = Math.min(index, instance.state.doc.length);
        instance.dispatch({
          effects: EditorView.scrollIntoView(position, { y: 'nearest', yMargin: REVEAL_MARGIN_PX }),
        });
      },
      indent: () => void indent(instance),
      outdent: () => void indentLess(instance),
      find: () => openSearchPanel(instance),
      undo: () => gate.undoManager.undo(),
      redo: () => gate.undoManager.redo(),
      mark: (problem) => markProblem(instance, problem),
      goTo: (line, column) => goToLine(instance, line, column),
      replaceLookalikes: () => latest.current.replace(),
      format: () => latest.current.format(),
      ...caretHandle(instance),
    });
    return () => {
      onReady(null);
      keepPlace();
      instance.destroy();
    };
  }, [gate, cursors, compartments, onReady]);

  useReconfigured(view, compartments.theme, themeExtension);
  useReconfigured(view, compartments.wrap, wrap);
  useReconfigured(view, compartments.access, access);
  useReconfigured(view, compartments.indent, indentation);

  useEffect(() => {
    if (!view || !vim) return;
    let isCurrent = true;
    const apply = (keys: Extension) => isCurrent && view.dispatch({ effects: compartments.vim.reconfigure(keys) });
    // Loaded only if the user has Vim keys, which few do.
    void import('./codemirror-vim.ts').then(({ vimKeys }) => apply(vimKeys(gate)));
    return () => {
      apply([]);
      isCurrent = false;
    };
  }, [view, vim, gate, compartments]);

  useEffect(() => {
    if (!view || completion === 'off') return;
    let isCurrent = true;
    const apply = (words: Extension) =>
      isCurrent && view.dispatch({ effects: compartments.completion.reconfigure(words) });
    void import('../completion/codemirror-words.ts').then(
      ({ completeWords }) => apply(completeWords),
      // Without its file, which needs the network before its first use, nothing is completed.
      () => undefined,
    );
    return () => {
      apply([]);
      isCurrent = false;
    };
  }, [view, completion, compartments]);

  useEffect(() => {
    let isCurrent = true;
    // Late, because most programs have none.
    const stop = whenIdle(() => {
      void import('./codemirror-lookalikes.ts').then(({ lookalikeMarks }) => {
        const marks = lookalikeMarks(language.id, () => latest.current.replace());
        if (isCurrent) view?.dispatch({ effects: compartments.marks.reconfigure(marks) });
      });
    }, LANGUAGE_WITHIN_MS);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [view, language.id, compartments]);

  useEffect(() => {
    let isCurrent = true;
    // Typing does not wait for the syntax colours.
    const stop = whenIdle(() => {
      void codeMirrorLanguage(language).then((support) => {
        if (isCurrent) view?.dispatch({ effects: compartments.language.reconfigure(support) });
      });
    }, LANGUAGE_WITHIN_MS);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [view, language, compartments]);

  // Contained, so that a typed letter lays out the editor and not the page.
  return <div ref={container} style={{ height: '100%', contain: 'strict' }} />;
}

/** Reconfigures a compartment of the editor when its extension changes. */
function useReconfigured(view: EditorView | null, compartment: Compartment, extension: Extension): void {
  useEffect(() => {
    if (view && compartment.get(view.state) !== extension)
      view.dispatch({ effects: compartment.reconfigure(extension) });
  }, [view, compartment, extension]);
}
