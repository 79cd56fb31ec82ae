import { DEFAULT_LANGUAGE } from '@cip/contracts/rooms/documents';
import { useEffect, useState } from 'react';
import { EditorPane } from '../../../features/documents/EditorPane.tsx';
import { EditorWait } from '../../../features/documents/editor/EditorWait.tsx';
import { isTouchOnly } from '../../../features/documents/editor/languages/editor-pane.ts';
import type { EditorHandle } from '../../../features/documents/editor/languages/editor-pane.ts';
import { KeyRow } from '../../../features/documents/editor/KeyRow.tsx';
import { LanguagePicker } from '../../../features/documents/editor/languages/LanguagePicker.tsx';
import { languageOf } from '../../../features/documents/editor/languages/languages.ts';
import { useEditorTheme } from '../../../features/documents/editor/useEditorSettings.ts';
import { useLocalDocument } from '../../../features/documents/editor/useLocalDocument.ts';
import styles from './WaitingRoom.module.css';

/** An editor on a document of its own, which is connected to no one, stored nowhere and gone with this page. */
export function PracticeEditor() {
  const theme = useEditorTheme();
  const page = useLocalDocument();
  const [language, setLanguage] = useState<string>(DEFAULT_LANGUAGE);
  const [handle, setHandle] = useState<EditorHandle | null>(null);
  useEffect(() => {
    handle?.focus();
  }, [handle]);
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
      {isTouchOnly() && <KeyRow handle={handle} language={language} disabled={false} />}
    </section>
  );
}

const doNothing = () => undefined;
