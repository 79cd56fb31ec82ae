import { useCallback, useEffect, useRef } from 'react';
import { EditorPane } from '../../features/documents/EditorPane.tsx';
import { EditorWait } from '../../features/documents/editor/EditorWait.tsx';
import { isTouchOnly } from '../../features/documents/editor/languages/editor-pane.ts';
import type { EditorHandle } from '../../features/documents/editor/languages/editor-pane.ts';
import { KeyRow } from '../../features/documents/editor/KeyRow.tsx';
import { LanguagePicker } from '../../features/documents/editor/languages/LanguagePicker.tsx';
import { useEditorTheme } from '../../features/documents/editor/useEditorSettings.ts';
import { RUNTIMES } from '../../features/runs/preview/page-runtimes.ts';
import { useStore } from '../../shared/store.ts';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import { FilePlace, GonePlace } from '../room/files/FilePlace.tsx';
import { NewFileButton } from '../room/files/NewFileButton.tsx';
import { useShownFile } from '../room/files/useShownFile.ts';
import { useRoomState } from '../room/live/useLiveRoom.ts';
import { PreviewToggle } from '../room/runs/PreviewToggle.tsx';
import { TestsPlace } from '../room/runs/RunButtons.tsx';
import { RunPlace } from '../room/runs/RunPlace.tsx';
import { RunTabs } from '../room/runs/RunTabs.tsx';
import { RoomNotices } from '../room/stage/RoomNotices.tsx';
import { runByKey } from '../room/stage/run-by-key.ts';
import { ClearButton } from './ClearButton.tsx';
import { clear, setLanguage } from './try-room.ts';
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

const canRun = (language: string) => RUNTIMES.runtimeOf(language) !== null;

function Controls({ page: { room, runs } }: { page: TryPage }) {
  const { session, preview } = runs;
  const language = useRoomState(room, (state) => state.language);
  const { isSingle } = useStore(room.panes.store);
  return (
    <>
      <LanguagePicker
        language={language}
        disabled={false}
        canRun={canRun}
        onChange={(next) => setLanguage(room, next)}
      />
      <TryRunButton session={session} language={language} />
      {!isSingle && (
        <>
          <TestsPlace room={room} onPress={() => void session.press({ isTests: true })} />
          <PreviewToggle room={room} preview={preview} />
          <NewFileButton room={room} isIcon />
        </>
      )}
      <ClearButton onClear={() => clear(room)} />
    </>
  );
}

function Workplace({ page: { room, runs } }: { page: TryPage }) {
  const { session } = runs;
  const handle = useStore(room.editor);
  const { isSingle, cover } = useStore(room.panes.store);
  const language = useRoomState(room, (state) => state.language);
  const isCovered = cover !== null;
  // On a laptop they are beside Run.
  const tests = isSingle && <TestsPlace room={room} isIcon onPress={() => void session.press({ isTests: true })} />;
  const newFile = isSingle && <NewFileButton room={room} isIcon />;
  return (
    <div
      className={styles.work}
      onKeyDownCapture={(event) => runByKey(event, room, (isTests) => void session.press({ isTests }))}
    >
      {isSingle && (
        <RunTabs room={room} hasNews={false} hasQuestion={false}>
          {!isTouchOnly() && !isCovered && (
            <>
              {newFile}
              {tests}
            </>
          )}
        </RunTabs>
      )}
      {!isCovered && <FilePlace room={room} />}
      <ShownFile room={room} isCovered={isCovered} />
      <RunPlace room={room} session={session} handle={handle}>
        {tests}
      </RunPlace>
      {isTouchOnly() && !isCovered && (
        <KeyRow handle={handle} language={language} disabled={false} first={tests} last={newFile} />
      )}
    </div>
  );
}

function ShownFile({ room, isCovered }: { room: TryPage['room']; isCovered: boolean }) {
  const { gate, cursors } = room.document;
  const theme = useEditorTheme();
  const file = useShownFile(room);
  const handle = useStore(room.editor);
  const onReady = useCallback((ready: EditorHandle | null) => room.editor.set(ready), [room]);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (!handle || hadFocus.current) return;
    hadFocus.current = true;
    handle.focus();
  }, [handle]);
  return (
    <div id="files-panel" className={styles.editor} hidden={isCovered} data-editor-theme={theme}>
      <EditorPane
        gate={gate.file(file.root)}
        cursors={cursors}
        language={file.language}
        theme={theme}
        isReadOnly={false}
        onReady={onReady}
        onBlur={doNothing}
      />
      <RoomNotices>
        <GonePlace room={room} gone={file.gone} onDismiss={file.dismiss} />
      </RoomNotices>
    </div>
  );
}

const doNothing = () => undefined;
