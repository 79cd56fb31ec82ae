import { useCallback } from 'react';
import type { ReactNode } from 'react';
import { EditorPane } from '../../../features/documents/EditorPane.tsx';
import { EditorWait } from '../../../features/documents/editor/EditorWait.tsx';
import type { EditorHandle, EditorTheme } from '../../../features/documents/editor/languages/editor-pane.ts';
import { FollowNote } from '../../../features/documents/editor/FollowNote.tsx';
import { PausedTyping } from '../../../features/documents/editor/paused/PausedTyping.tsx';
import { tabPressed } from '../../../features/documents/editor/tab-key.ts';
import { useFollowing } from '../../../features/documents/editor/useFollowing.ts';
import { useStore } from '../../../shared/store.ts';
import { GonePlace } from '../files/FilePlace.tsx';
import { useShownFile } from '../files/useShownFile.ts';
import { keepTyping, recordFormatted } from '../live/live-room.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { useCodeState, useReplica, useRoomState } from '../live/useLiveRoom.ts';
import styles from '../room.module.css';
import { BarredPlace } from './BarredPlace.tsx';
import { ConnectionPlace } from './ConnectionPlace.tsx';
import { EditorGuard } from './EditorGuard.tsx';
import { RoomNotices } from './RoomNotices.tsx';
import { useFirstFocus } from './useFirstFocus.ts';
import { useIsOver, useIsReadOnly } from '../live/useIsReadOnly.ts';

export interface EditorFrameProps {
  room: LiveRoom;
  theme: EditorTheme;
  saveState: ReactNode;
  notices?: ReactNode;
  onType?: (() => void) | undefined;
  /** Keys of the room, for screen readers. */
  keyHelp?: string | undefined;
}

/** The editor of the shown file, and the notices over it. A key, a tap or a scroll ends following a participant. */
export function EditorFrame({
  room,
  theme,
  saveState,
  notices,
  onType,
  keyHelp,
  isCovered,
}: EditorFrameProps & { isCovered: boolean }) {
  const hasText = useCodeState(room, (code) => code.hasText);
  const isReadOnly = useIsReadOnly(room);
  const isOver = useIsOver(room);
  const isPaused = isReadOnly && hasText && !isOver;
  const handle = useStore(room.editor);
  const file = useShownFile(room);
  const isListed = useCallback(
    (root: string) => room.connection.store.get().files.files.some((one) => one.root === root),
    [room],
  );
  const followed = useFollowing(room.code, handle, isListed);
  const leader = useRoomState(room, ({ participants }) => participants.find(({ id }) => id === followed));
  const stop = () => room.code.follow(null);
  useFirstFocus(room, handle);
  return (
    <div
      id="files-panel"
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
          <SharedText {...{ room, file, theme, isReadOnly, keyHelp }} />
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
  );
}

interface SharedTextProps extends Pick<EditorFrameProps, 'room' | 'theme' | 'keyHelp'> {
  file: ReturnType<typeof useShownFile>;
  isReadOnly: boolean;
}

function SharedText({ room, file, theme, isReadOnly, keyHelp }: SharedTextProps) {
  const completion = useRoomState(room, (state) => state.completion);
  const { files } = useRoomState(room, (state) => state.files);
  const { gate, cursors } = useReplica(room);
  const onReady = useCallback((ready: EditorHandle | null) => room.editor.set(ready), [room]);
  return (
    <EditorPane
      gate={gate.file(file.root)}
      cursors={cursors}
      language={file.language}
      theme={theme}
      isReadOnly={isReadOnly}
      completion={completion}
      files={files}
      onReady={onReady}
      onBlur={useCallback(() => void room.code.flush(), [room])}
      onFormatted={useCallback(() => void recordFormatted(room), [room])}
      help={keyHelp}
    />
  );
}
