import Settings from 'lucide-react/icons/settings-2';
import { Suspense, useCallback } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { EditorPane } from '../../../features/documents/EditorPane.tsx';
import { EditorWait } from '../../../features/documents/editor/EditorWait.tsx';
import { isTouchOnly } from '../../../features/documents/editor/languages/editor-pane.ts';
import type { EditorHandle, EditorTheme } from '../../../features/documents/editor/languages/editor-pane.ts';
import { FollowNote } from '../../../features/documents/editor/FollowNote.tsx';
import { PausedTyping } from '../../../features/documents/editor/paused/PausedTyping.tsx';
import { KeyRow } from '../../../features/documents/editor/KeyRow.tsx';
import { LanguagePicker } from '../../../features/documents/editor/languages/LanguagePicker.tsx';
import { tabPressed } from '../../../features/documents/editor/tab-key.ts';
import { useFollowing } from '../../../features/documents/editor/useFollowing.ts';
import { ConnectionBanner } from '../../../features/rooms/connection/ConnectionBanner.tsx';
import { isRoomCached } from '../../../pwa/room-cached.ts';
import { SMALL_SCREEN } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import { useStore } from '../../../shared/store.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { IconButton } from '../../../shared/ui/plain/IconButton.tsx';
import { FilePlace, GonePlace } from '../files/FilePlace.tsx';
import { NewFileButton } from '../files/NewFileButton.tsx';
import { useShownFile } from '../files/useShownFile.ts';
import { BarredPlace } from './BarredPlace.tsx';
import { changeLanguage, keepTyping, recordFormatted } from '../live/live-room.ts';
import { EditorGuard } from './EditorGuard.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import styles from '../room.module.css';
import { RoomNotices } from './RoomNotices.tsx';
import { pressRun, RunPlace } from '../runs/load-runs.ts';
import { QuestionPlace } from '../questions/QuestionPlace.tsx';
import { useShownQuestions } from '../questions/useShownQuestions.ts';
import { hasTests } from '../runs/has-tests.ts';
import { RunButtons } from '../runs/RunButtons.tsx';
import { RunControls } from '../runs/RunControls.tsx';
import { RunTabs } from '../runs/RunTabs.tsx';
import { useCanRun } from '../runs/useCanRun.ts';
import { useRunNews } from '../runs/useRunNews.ts';
import { useFirstFocus } from './useFirstFocus.ts';
import { useIsOver, useIsReadOnly } from './useIsReadOnly.ts';
import { useCodeState, useReplica, useRoomState } from '../live/useLiveRoom.ts';

interface RoomEditorProps {
  room: LiveRoom;
  theme: EditorTheme;
  saveState: ReactNode;
  notices?: ReactNode;
  under?: ReactNode;
  onSettings: () => void;
  onType?: (() => void) | undefined;
  /** Keys of the room, for screen readers. */
  keyHelp?: string | undefined;
}

/**
 * The shared editor. Read-only while disconnected and once the interview is over; typing while disconnected triggers a
 * reconnection and is held aside.
 */
export function RoomEditor({ room, theme, saveState, notices, under, onSettings, onType, keyHelp }: RoomEditorProps) {
  const isConnected = useRoomState(room, (state) => state.isConnected);
  const isEnded = useRoomState(room, (state) => state.ended !== null);
  const language = useRoomState(room, (state) => state.language);
  const hasText = useCodeState(room, (code) => code.hasText);
  const isReadOnly = useIsReadOnly(room);
  const completion = useRoomState(room, (state) => state.completion);
  const { files } = useRoomState(room, (state) => state.files);
  const { gate, cursors } = useReplica(room);
  const handle = useStore(room.editor);
  const onReady = useCallback((ready: EditorHandle | null) => room.editor.set(ready), [room]);
  const flush = useCallback(() => void room.code.flush(), [room]);
  const isListed = useCallback(
    (root: string) => room.connection.store.get().files.files.some((one) => one.root === root),
    [room],
  );
  const onFormatted = useCallback(() => void recordFormatted(room), [room]);
  useFirstFocus(room, handle);
  const file = useShownFile(room);
  const followed = useFollowing(room.code, handle, isListed);
  const leader = useRoomState(room, ({ participants }) => participants.find(({ id }) => id === followed));
  const stop = () => room.code.follow(null);
  const isSmall = useMedia(SMALL_SCREEN);
  const runs = useStore(room.runs);
  const runner = useStore(room.questions);
  const { isSingle, cover } = useStore(room.panes.store);
  const hasNews = useRunNews(room, handle !== null);
  const hasQuestion = useShownQuestions(room, handle !== null);
  const isCovered = cover === 'output' || cover === 'preview' || (cover === 'question' && hasQuestion);
  const canRun = useCanRun(room);
  const isOver = useIsOver(room);
  const isPaused = isReadOnly && hasText && !isOver;
  const hasSidePanel = room.userType === 'interviewer' && !isSingle;
  return (
    <div className={styles.contents} onKeyDownCapture={(event) => runByKey(event, room)}>
      {isSingle && (
        <RunTabs room={room} hasNews={hasNews} hasQuestion={hasQuestion}>
          {!isTouchOnly() && !isCovered && (
            <>
              <NewFileButton room={room} isIcon />
              <RunButtons room={room} />
            </>
          )}
        </RunTabs>
      )}
      {!isCovered && <FilePlace room={room} />}
      <div
        className={styles.pane}
        hidden={isCovered}
        data-editor-theme={theme}
        data-read-only={isReadOnly}
        onKeyDownCapture={({ key, ctrlKey, altKey, shiftKey }) => {
          if (key === 'Tab' && !ctrlKey && !altKey && !shiftKey) tabPressed();
          stop();
          onType?.();
          if (isReadOnly) room.connection.nudge();
        }}
        onWheelCapture={stop}
        onTouchMoveCapture={stop}
        onPointerDownCapture={stop}
      >
        {hasText ? (
          <EditorGuard save={() => room.code.flush()}>
            <EditorPane
              gate={gate.file(file.root)}
              cursors={cursors}
              language={file.language}
              theme={theme}
              isReadOnly={isReadOnly}
              completion={completion}
              files={files}
              onReady={onReady}
              onBlur={flush}
              onFormatted={onFormatted}
              help={keyHelp}
            />
          </EditorGuard>
        ) : (
          <EditorWait />
        )}
        <PausedTyping code={room.code} handle={handle} isPaused={isPaused} onKeep={() => keepTyping(room)} />
        {leader && <FollowNote name={leader.name} color={room.code.colors.of(leader.id).color} onStop={stop} />}
        <span className={styles.float}>{saveState}</span>
        <RoomNotices>
          {notices}
          <GonePlace room={room} gone={file.gone} onDismiss={file.dismiss} />
          <BarredPlace room={room} />
          <Connection room={room} handle={handle} />
        </RoomNotices>
      </div>
      <Suspense>
        {runs && (
          <RunPlace room={room} session={runs.session} handle={handle}>
            {isSingle && <RunButtons room={room} />}
          </RunPlace>
        )}
        {hasQuestion && runner && !hasSidePanel && <QuestionPlace {...{ room, runner }} />}
      </Suspense>
      {under}
      {isTouchOnly() && !isCovered && (
        <KeyRow
          handle={handle}
          language={language}
          disabled={isReadOnly}
          first={isSmall && (isSingle ? <RunButtons room={room} isNarrow /> : <RunControls room={room} />)}
          last={<NewFileButton room={room} isIcon />}
        >
          <LanguagePicker
            language={language}
            disabled={!isConnected || isReadOnly}
            canRun={canRun}
            onChange={(next) => void changeLanguage(room, next)}
          />
          <IconButton label="Editor settings" disabled={isEnded} onClick={onSettings}>
            <Settings size={18} aria-hidden />
          </IconButton>
        </KeyRow>
      )}
    </div>
  );
}

/**
 * Control or ⌘ with Enter runs the code from everywhere in the room, before an editor inserts a line; with Shift it runs
 * the tests of a room that has some.
 */
function runByKey(event: KeyboardEvent, room: LiveRoom): void {
  const isRun = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey;
  const state = room.connection.store.get();
  if (!isRun || state.ended || (event.shiftKey && !hasTests(state))) return;
  event.preventDefault();
  event.stopPropagation();
  // If a key is held down, that is one press.
  if (!event.repeat) pressRun(room, event.shiftKey);
}

/** The connection's problems and their actions. */
function Connection({ room, handle }: { room: LiveRoom; handle: EditorHandle | null }) {
  const state = useRoomState(room, (whole) => whole);
  const { hasText, isStored, isTypingOffline, isTypingAside } = useCodeState(room, (whole) => whole);
  const keep = async () => {
    if (await keepTyping(room)) handle?.focus();
    else toast('bad', 'This device cannot keep what you type. Please wait for the connection.');
  };
  return (
    <ConnectionBanner
      room={state}
      onReconnect={() => room.connection.nudge()}
      {...{ isStored, isTypingOffline }}
      canReopen={useStore(isRoomCached)}
      // Text typed aside has its own button.
      onKeepTyping={hasText && isStored && !isTypingAside ? () => void keep() : undefined}
    />
  );
}
