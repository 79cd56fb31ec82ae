import type { ReactNode } from 'react';
import { runTabsFor } from '../../../features/runs/panel/run-tabs.ts';
import { useStore } from '../../../shared/store.ts';
import { Tabs } from '../../../shared/ui/tabs/Tabs.tsx';
import type { EditorRoom } from '../live/editor-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { usePreviewOffer } from './usePreviewOffer.ts';
import styles from './room-runs.module.css';

interface RunTabsProps {
  room: EditorRoom;
  /** A run began or ended while the code was shown. */
  hasNews: boolean;
  /** A question is shown. */
  hasQuestion: boolean;
  /** Shown at the end of the row. */
  children?: ReactNode;
}

/** On a phone: the code, its preview, or the output and input of runs. */
export function RunTabs({ room, hasNews, hasQuestion, children }: RunTabsProps) {
  const { tab: shown, cover } = useStore(room.panes.store);
  const runs = useStore(room.runs);
  const hasPreview = usePreviewOffer(runs);
  const language = useRoomState(room, (state) => state.language);
  const tabs = runs ? runTabsFor(language) : ['Output' as const];
  const names = [
    ...(hasQuestion ? (['Question'] as const) : []),
    'Code' as const,
    ...(hasPreview ? (['Preview'] as const) : []),
    ...tabs,
  ];
  const output = tabs.find((tab) => tab === shown) ?? 'Output';
  const isReading = cover === 'question' && hasQuestion;
  const isTrying = cover === 'preview' && hasPreview;
  const chosen = isReading ? 'Question' : isTrying ? 'Preview' : cover === 'output' ? output : 'Code';
  const choose = (name: (typeof names)[number]) => {
    room.panes.uncover();
    if (name === 'Question') room.panes.showQuestion();
    else if (name === 'Preview') room.panes.showPreview();
    else if (name !== 'Code') room.panes.showOutput(name);
  };
  const news = <span className={styles.dot} role="img" aria-label="New output" />;
  return (
    <div className={styles.tabRow} data-code-shown={chosen === 'Code'}>
      <Tabs
        label="Code and runs"
        names={names}
        chosen={chosen}
        onChoose={choose}
        mark={(name) => name === 'Output' && hasNews && news}
      />
      {children}
    </div>
  );
}
