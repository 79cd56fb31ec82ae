import { Suspense, useCallback } from 'react';
import type { ReactNode } from 'react';
import { EditorPane } from '../../../features/documents/EditorPane.tsx';
import { EditorWait } from '../../../features/documents/editor/EditorWait.tsx';
import { isTouchOnly } from '../../../features/documents/editor/languages/editor-pane.ts';
import type { EditorHandle, EditorTheme } from '../../../features/documents/editor/languages/editor-pane.ts';
import { FollowNote } from '../../../features/documents/editor/FollowNote.tsx';
import { PausedTyping } from '../../../features/documents/editor/paused/PausedTyping.tsx';
import { tabPressed } from '../../../features/documents/editor/tab-key.ts';
import { useFollowing } from '../../../features/documents/editor/useFollowing.ts';
import { useStore } from '../../../shared/store.ts';
import { FilePlace, GonePlace } from '../files/FilePlace.tsx';
import { NewFileButton } from '../files/NewFileButton.tsx';
import { useShownFile } from '../files/useShownFile.ts';
import { BarredPlace } from './BarredPlace.tsx';
import { keepTyping, recordFormatted } from '../live/live-room.ts';
import { EditorGuard } from './EditorGuard.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import styles from '../room.module.css';
import { RoomNotices } from './RoomNotices.tsx';
import { RunPlace } from '../runs/load-runs.ts';
import { QuestionPlace } from '../questions/QuestionPlace.tsx';
import { useShownQuestions } from '../questions/useShownQuestions.ts';
import { RunButtons } from '../runs/RunButtons.tsx';
import { RunTabs } from '../runs/RunTabs.tsx';
import { useRunNews } from '../runs/useRunNews.ts';
import { TouchKeys } from './TouchKeys.tsx';
import { useFirstFocus } from './useFirstFocus.ts';
import { useIsOver, useIsReadOnly } from './useIsReadOnly.ts';
import { useCodeState, useReplica, useRoomState } from '../live/useLiveRoom.ts';
import { ConnectionPlace } from './ConnectionPlace.tsx';
import { runByKey } from './run-by-key.ts';

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
  const runs = useStore(room.runs);
  const runner = useStore(room.questions);
  const { isSingle, cover } = useStore(room.panes.store);
  const hasNews = useRunNews(room, handle !== null);
  const hasQuestion = useShownQuestions(room, handle !== null);
  const isCovered = cover === 'output' || cover === 'preview' || (cover === 'question' && hasQuestion);
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
          <ConnectionPlace room={room} handle={handle} />
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
      {isTouchOnly() && !isCovered && <TouchKeys {...{ room, onSettings }} />}
    </div>
  );
}
