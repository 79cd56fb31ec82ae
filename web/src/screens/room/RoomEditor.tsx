import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { EditorPane, EditorWait } from '../../features/documents/EditorPane.tsx';
import { isTouchOnly } from '../../features/documents/editor-pane.ts';
import type { EditorHandle, EditorTheme } from '../../features/documents/editor-pane.ts';
import { KeyRow } from '../../features/documents/KeyRow.tsx';
import { LanguagePicker } from '../../features/documents/LanguagePicker.tsx';
import { languageOf } from '../../features/documents/languages.ts';
import { SaveState } from '../../features/documents/SaveState.tsx';
import { ConnectionBanner } from '../../features/rooms/ConnectionBanner.tsx';
import { changeLanguage } from './live-room.ts';
import type { LiveRoom } from './live-room.ts';
import styles from './room.module.css';
import { useCodeState, useRoomState } from './useLiveRoom.ts';

/** The shared code. Read-only while disconnected and once the interview is over; typing then asks for the connection. */
export function RoomEditor({ room, theme, notices }: { room: LiveRoom; theme: EditorTheme; notices: ReactNode }) {
  const state = useRoomState(room);
  const { isConnected, language, ended } = state;
  const code = useCodeState(room);
  const [handle, setHandle] = useState<EditorHandle | null>(null);
  const flush = useCallback(() => void room.code.flush(), [room]);
  const isReadOnly = !isConnected || ended !== null;
  return (
    <>
      <div
        className={styles['pane']}
        data-editor-theme={theme}
        data-read-only={isReadOnly}
        onKeyDownCapture={() => isReadOnly && room.connection.nudge()}
      >
        {code.hasText ? (
          <EditorPane
            gate={room.code.gate}
            cursors={room.code.cursors}
            language={languageOf(language)}
            theme={theme}
            isReadOnly={isReadOnly}
            onReady={setHandle}
            onBlur={flush}
          />
        ) : (
          <EditorWait />
        )}
        <span className={styles['float']}>
          <SaveState code={code} queued={0} />
        </span>
        <div className={styles['notices']}>
          {notices}
          <ConnectionBanner room={state} onReconnect={() => room.connection.nudge()} />
        </div>
      </div>
      {isTouchOnly() && (
        <KeyRow handle={handle} disabled={isReadOnly}>
          <LanguagePicker
            language={language}
            disabled={isReadOnly}
            onChange={(next) => void changeLanguage(room, next)}
          />
        </KeyRow>
      )}
    </>
  );
}
