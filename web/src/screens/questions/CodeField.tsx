import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { EditorPane } from '../../features/documents/EditorPane.tsx';
import { languageOf } from '../../features/documents/editor/languages/languages.ts';
import { Cursors } from '../../features/documents/sync/cursors/cursors.ts';
import { PeerColors } from '../../features/documents/sync/cursors/peer-colors.ts';
import { TypingGate } from '../../features/documents/sync/typing-gate.ts';
import type { CodeFieldProps } from '../../features/questions/bank/question-parts.ts';
import { useShownScheme } from '../../shared/ui/theme/color-scheme.ts';
import styles from './code-field.module.css';

/** The room's editor for a text of this page only. */
export function CodeField({ label, language, code, revision, onChange }: CodeFieldProps) {
  const [opened, setOpened] = useState<{ gate: TypingGate; cursors: Cursors } | null>(null);
  /** The text that the form has. */
  const held = useRef(code);
  const changed = useRef(onChange);
  useEffect(() => void (changed.current = onChange), [onChange]);
  useEffect(() => {
    const gate = new TypingGate();
    gate.mode = 'instant';
    gate.text.insert(0, held.current);
    const colors = new PeerColors();
    const cursors = new Cursors(
      gate,
      () => undefined,
      (id) => colors.of(id),
    );
    const report = () => {
      const text = gate.text.toString();
      if (text === held.current) return;
      held.current = text;
      changed.current(text);
    };
    gate.text.observe(report);
    setOpened({ gate, cursors });
    return () => {
      gate.text.unobserve(report);
      setOpened(null);
      cursors.destroy();
      gate.destroy();
    };
  }, []);
  const takeOver = useEffectEvent(() => {
    held.current = code;
    if (opened) replaceText(opened.gate, code);
  });
  useEffect(() => {
    takeOver();
  }, [revision]);
  // As the rest of the form, whatever the room's editor has.
  const theme = useShownScheme();
  return (
    <div className={styles.field} role="group" aria-label={label} data-editor-theme={theme}>
      {opened && (
        <EditorPane
          {...opened}
          language={languageOf(language)}
          theme={theme}
          isReadOnly={false}
          completion="full"
          onReady={nothing}
          onBlur={nothing}
        />
      )}
    </div>
  );
}

/** Replaces the text as if by a peer, so that it is no step of the user's undo. */
function replaceText({ shared }: TypingGate, code: string): void {
  const text = shared.getText(SHARED_TEXT);
  shared.transact(() => {
    text.delete(0, text.length);
    text.insert(0, code);
  });
}

const nothing = () => undefined;
