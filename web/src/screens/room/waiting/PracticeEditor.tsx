import { DEFAULT_LANGUAGE } from '@cip/contracts/documents';
import { useEffect, useState } from 'react';
import { EditorPane, EditorWait } from '../../../features/documents/EditorPane.tsx';
import { isTouchOnly } from '../../../features/documents/editor/editor-pane.ts';
import type { EditorHandle } from '../../../features/documents/editor/editor-pane.ts';
import { KeyRow } from '../../../features/documents/editor/KeyRow.tsx';
import { LanguagePicker } from '../../../features/documents/editor/LanguagePicker.tsx';
import { languageOf } from '../../../features/documents/editor/languages.ts';
import { useEditorTheme } from '../../../features/documents/editor/useEditorSettings.ts';
import { Cursors } from '../../../features/documents/sync/cursors.ts';
import { PeerColors } from '../../../features/documents/sync/peer-colors.ts';
import { TypingGate } from '../../../features/documents/sync/typing-gate.ts';
import styles from './WaitingRoom.module.css';

/** An editor on a document of its own, which is connected to no one, stored nowhere and gone with this page. */
export function PracticeEditor() {
  const theme = useEditorTheme();
  const page = usePracticePage();
  const [language, setLanguage] = useState<string>(DEFAULT_LANGUAGE);
  const [handle, setHandle] = useState<EditorHandle | null>(null);
  useEffect(() => handle?.focus(), [handle]);
  return (
    <section aria-label="Practice editor" className={styles.practice}>
      <div className={styles.head}>
        <h2>Try the editor</h2>
        <LanguagePicker language={language} disabled={false} onChange={setLanguage} />
        <p>Only on this device: nobody sees what you type here, and it is not kept.</p>
      </div>
      <div className={styles.editor} data-editor-theme={theme}>
        {page ? (
          <EditorPane
            {...page}
            language={languageOf(language)}
            theme={theme}
            isReadOnly={false}
            onReady={setHandle}
            onBlur={doNothing}
          />
        ) : (
          <EditorWait />
        )}
      </div>
      {isTouchOnly() && <KeyRow handle={handle} disabled={false} />}
    </section>
  );
}

const doNothing = () => undefined;

/** Returns an empty document for the editor; null before the first effect. */
function usePracticePage(): { gate: TypingGate; cursors: Cursors } | null {
  const [page, setPage] = useState<{ gate: TypingGate; cursors: Cursors } | null>(null);
  useEffect(() => {
    const gate = new TypingGate();
    const colors = new PeerColors();
    const cursors = new Cursors(gate, doNothing, (id) => colors.of(id));
    setPage({ gate, cursors });
    return () => {
      cursors.destroy();
      // The editor unbinds from it first.
      setTimeout(() => gate.destroy());
    };
  }, []);
  return page;
}
