import type { ReactNode } from 'react';
import { useStore } from '../../../shared/store.ts';
import { Tabs } from '../../../shared/ui/Tabs.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import styles from './room-runs.module.css';

interface RunTabsProps {
  room: LiveRoom;
  /** A run began or ended while the code was shown. */
  hasNews: boolean;
  /** A question is shown. */
  hasQuestion: boolean;
  /** Shown at the end of the row. */
  children?: ReactNode;
}

/** On a phone: the code, or what runs show and read. */
export function RunTabs({ room, hasNews, hasQuestion, children }: RunTabsProps) {
  const isOpen = useStore(room.isOutputOpen);
  const shown = useStore(room.runTab);
  const runs = useStore(room.runs);
  const language = useRoomState(room, (state) => state.language);
  const tabs = runs?.tabsFor(language) ?? ['Output'];
  const isReading = useStore(room.isQuestionOpen) && hasQuestion;
  const names = [...(hasQuestion ? (['Question'] as const) : []), 'Code' as const, ...tabs];
  const chosen = isReading && !isOpen ? 'Question' : isOpen ? (tabs.find((tab) => tab === shown) ?? 'Output') : 'Code';
  const choose = (name: (typeof names)[number]) => {
    const isRun = name !== 'Code' && name !== 'Question';
    if (isRun) room.runTab.set(name);
    room.isQuestionOpen.set(name === 'Question');
    room.isOutputOpen.set(isRun);
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
