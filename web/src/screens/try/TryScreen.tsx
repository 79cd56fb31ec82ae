import { useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { EditorPane } from '../../features/documents/EditorPane.tsx';
import { EditorWait } from '../../features/documents/editor/EditorWait.tsx';
import { isTouchOnly } from '../../features/documents/editor/languages/editor-pane.ts';
import type { EditorHandle } from '../../features/documents/editor/languages/editor-pane.ts';
import { KeyRow } from '../../features/documents/editor/KeyRow.tsx';
import { LanguagePicker } from '../../features/documents/editor/languages/LanguagePicker.tsx';
import { languageOf } from '../../features/documents/editor/languages/languages.ts';
import { singlePaneQuery } from '../../features/documents/editor/single-pane.ts';
import { useEditorTheme } from '../../features/documents/editor/useEditorSettings.ts';
import { RunEffects } from '../../features/runs/panel/RunEffects.tsx';
import { RunPane } from '../../features/runs/panel/RunPane.tsx';
import { runTabsFor } from '../../features/runs/panel/run-tabs.ts';
import type { RunTab } from '../../features/runs/panel/run-tabs.ts';
import { runtimeOf } from '../../features/runs/sandbox/runtimes.ts';
import { useStore } from '../../shared/store.ts';
import { Tabs } from '../../shared/ui/tabs/Tabs.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { useMedia } from '../../shared/ui/theme/use-media.ts';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import { ClearButton } from './ClearButton.tsx';
import { TryRunButton } from './TryRunButton.tsx';
import type { TryPage } from './useTryPage.ts';
import { useTryPage } from './useTryPage.ts';
import styles from './try.module.css';

/** The editor and Run without an account: on this device alone, also without a network. */
export function TryScreen() {
  useDocumentTitle('Try the editor');
  const page = useTryPage();
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <TextLink to="/" aria-label="Code Interview Platform" className={styles.home}>
          <Wordmark />
        </TextLink>
        <h1 className="visually-hidden">Try the editor</h1>
        <span className={styles.space} />
        {page && <Controls page={page} />}
      </header>
      <main className={styles.main}>
        <p className={styles.note}>Only on this device: what you type and run here is never sent.</p>
        {page ? <Workplace page={page} /> : <EditorWait />}
      </main>
    </div>
  );
}

const canRun = (language: string) => runtimeOf(language) !== null;

function Controls({ page }: { page: TryPage }) {
  const language = useStore(page.runs.state, (state) => state.language);
  return (
    <>
      <LanguagePicker language={language} disabled={false} canRun={canRun} onChange={page.setLanguage} />
      <TryRunButton session={page.runs.session} language={language} />
      <ClearButton onClear={page.clear} />
    </>
  );
}

function Workplace({ page }: { page: TryPage }) {
  const { document, runs } = page;
  const { session } = runs;
  const theme = useEditorTheme();
  const isCovering = useMedia(singlePaneQuery());
  const language = useStore(runs.state, (state) => state.language);
  const [handle, setHandle] = useState<EditorHandle | null>(null);
  const [tab, setTab] = useState<RunTab | 'Code'>('Code');
  const runId = useStore(session.store, ({ run, offer }) => offer?.language ?? run?.id);
  // A run, or its preparation, opens the output.
  useEffect(() => {
    if (runId !== undefined) setTab('Output');
  }, [runId]);
  useEffect(() => {
    handle?.focus();
  }, [handle]);
  const tabs = runTabsFor(language);
  const shown = tab === 'Code' ? 'Output' : (tabs.find((name) => name === tab) ?? 'Output');
  const isCode = !isCovering || tab === 'Code';
  return (
    <div className={styles.work} onKeyDownCapture={(event) => runByKey(event, page)}>
      {isCovering && (
        <Tabs label="Code and runs" names={['Code', ...tabs]} chosen={isCode ? 'Code' : shown} onChoose={setTab} />
      )}
      <div className={styles.editor} hidden={!isCode} data-editor-theme={theme}>
        <EditorPane
          {...document}
          language={languageOf(language)}
          theme={theme}
          isReadOnly={false}
          onReady={setHandle}
          onBlur={doNothing}
        />
      </div>
      <RunEffects session={session} editor={handle} />
      {(!isCovering || !isCode) && (
        <RunPane
          session={session}
          language={language}
          tab={shown}
          onTab={setTab}
          editor={handle}
          isWhole={isCovering}
          onCode={() => setTab('Code')}
        />
      )}
      {isTouchOnly() && isCode && <KeyRow handle={handle} language={language} disabled={false} />}
    </div>
  );
}

const doNothing = () => undefined;

/** Control or ⌘ with Enter runs the code, before an editor inserts a line. */
function runByKey(event: KeyboardEvent, { runs }: TryPage): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  // If a key is held down, that is one press.
  if (!event.repeat) void runs.session.press();
}
