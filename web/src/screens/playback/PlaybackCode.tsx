import { syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { useEffect, useRef, useState } from 'react';
import { codeMirrorLanguage } from '../../features/documents/codemirror/codemirror-language.ts';
import { lookalikeMarks } from '../../features/documents/codemirror/codemirror-lookalikes.ts';
import '../../features/documents/editor/editor.css';
import { TAB_COLUMNS } from '../../features/documents/editor/languages/indentation.ts';
import { languageOf } from '../../features/documents/editor/languages/languages.ts';
import type { CodePaneProps } from '../../features/playback/player/player-parts.ts';
import { changeBetween } from '../../features/playback/replay/text-change.ts';
import { SMALL_SCREEN } from '../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../shared/ui/theme/use-media.ts';
import '../../features/documents/codemirror/colored-code.css';
import styles from './code.module.css';
import { lastChange, showLast } from './last-change.ts';

/** Distance from the edge at which an edit is brought into view (CSS pixels). */
const REVEAL_MARGIN_PX = 72;

const WRAPPED: Extension = EditorView.lineWrapping;

/** The code of a moment in a read-only editor. */
export function PlaybackCode({ text, language, last }: CodePaneProps) {
  const box = useRef<HTMLDivElement>(null);
  const [compartments] = useState(() => ({
    language: new Compartment(),
    marks: new Compartment(),
    wrap: new Compartment(),
  }));
  const view = useView(box, compartments);
  const isSmall = useMedia(SMALL_SCREEN);
  useEffect(() => {
    if (view) show(view, { text, language, last });
  }, [view, text, language, last]);
  useEffect(() => {
    view?.dispatch({ effects: compartments.wrap.reconfigure(isSmall ? WRAPPED : []) });
  }, [view, compartments, isSmall]);
  useEffect(() => {
    view?.dispatch({ effects: compartments.marks.reconfigure(lookalikeMarks(language)) });
  }, [view, compartments, language]);
  useEffect(() => {
    let isCurrent = true;
    void codeMirrorLanguage(languageOf(language)).then(
      (support) => isCurrent && view?.dispatch({ effects: compartments.language.reconfigure(support) }),
    );
    return () => void (isCurrent = false);
  }, [view, compartments, language]);
  return <div ref={box} className={styles.pane} />;
}

function useView(
  box: { current: HTMLDivElement | null },
  { language, marks, wrap }: Record<'language' | 'marks' | 'wrap', Compartment>,
): EditorView | null {
  const [view, setView] = useState<EditorView | null>(null);
  useEffect(() => {
    if (!box.current) return;
    const extensions = [
      lineNumbers(),
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      // Focusable, because a scrolling region must be reachable by keyboard.
      EditorView.contentAttributes.of({ 'aria-label': 'Code of this moment', tabindex: '0' }),
      EditorState.tabSize.of(TAB_COLUMNS),
      syntaxHighlighting(classHighlighter),
      lastChange,
      language.of([]),
      marks.of([]),
      wrap.of([]),
    ];
    const created = new EditorView({ parent: box.current, state: EditorState.create({ extensions }) });
    setView(created);
    return () => created.destroy();
  }, [box, language, marks, wrap]);
  return view;
}

/** Changes only the differing part, so that the view neither jumps nor parses all. */
function show(view: EditorView, { text, last }: CodePaneProps): void {
  const change = changeBetween(view.state.doc.toString(), text);
  const reveal = last?.change ?? change;
  const at = reveal && Math.min(reveal[0] + reveal[2].length, text.length);
  view.dispatch({
    ...(change && { changes: { from: change[0], to: change[0] + change[1], insert: change[2] } }),
    effects: [
      showLast.of(last),
      ...(at === null || !change
        ? []
        : [EditorView.scrollIntoView(at, { y: 'nearest', yMargin: REVEAL_MARGIN_PX, x: 'nearest' })]),
    ],
  });
}
