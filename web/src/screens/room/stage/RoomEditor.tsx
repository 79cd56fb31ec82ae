import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { isTouchOnly } from '../../../features/documents/editor/languages/editor-pane.ts';
import { useStore } from '../../../shared/store.ts';
import { PHONE, SMALL_SCREEN } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import { FilePlace } from '../files/FilePlace.tsx';
import { NewFileButton } from '../files/NewFileButton.tsx';
import styles from '../room.module.css';
import { pressRun, RunPlace } from '../runs/load-runs.ts';
import { QuestionPlace } from '../questions/QuestionPlace.tsx';
import { useShownQuestions } from '../questions/useShownQuestions.ts';
import { RunButtons } from '../runs/RunButtons.tsx';
import { RunTabs } from '../runs/RunTabs.tsx';
import { useRunNews } from '../runs/useRunNews.ts';
import { EditorFrame } from './EditorFrame.tsx';
import type { EditorFrameProps } from './EditorFrame.tsx';
import { RoomLanguage } from './RoomLanguage.tsx';
import { TouchKeys } from './TouchKeys.tsx';
import { runByKey } from './run-by-key.ts';

interface RoomEditorProps extends EditorFrameProps {
  under?: ReactNode;
  onSettings: () => void;
}

/**
 * The shared editor. Read-only while disconnected and once the interview is over; typing while disconnected triggers a
 * reconnection and is held aside.
 */
export function RoomEditor({ under, onSettings, ...frame }: RoomEditorProps) {
  const { room } = frame;
  const handle = useStore(room.editor);
  const runs = useStore(room.runs);
  const runner = useStore(room.questions);
  const { isSingle, cover } = useStore(room.panes.store);
  const hasNews = useRunNews(room, handle !== null);
  const hasQuestion = useShownQuestions(room, handle !== null);
  const isCovered = cover === 'output' || cover === 'preview' || (cover === 'question' && hasQuestion);
  // If the bar has no room for it, and there are no keys.
  const hasLanguage = useMedia(room.userType === 'interviewer' ? PHONE : SMALL_SCREEN);
  const hasSidePanel = room.userType === 'interviewer' && !isSingle;
  return (
    <div
      className={styles.contents}
      onKeyDownCapture={(event) => runByKey(event, room, (isTests) => pressRun(room, isTests))}
    >
      {isSingle && (
        <RunTabs room={room} hasNews={hasNews} hasQuestion={hasQuestion}>
          {!isTouchOnly() && !isCovered && (
            <>
              {hasLanguage && <RoomLanguage room={room} />}
              <NewFileButton room={room} isIcon />
              <RunButtons room={room} />
            </>
          )}
        </RunTabs>
      )}
      {!isCovered && <FilePlace room={room} />}
      <EditorFrame {...frame} isCovered={isCovered} />
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
