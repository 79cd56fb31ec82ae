import type { KeyboardEvent, ReactNode } from 'react';
import { useStore } from '../../../shared/store.ts';
import type { LiveRoom } from '../live-room.ts';
import { useRoomState } from '../useLiveRoom.ts';
import styles from './room-runs.module.css';

interface RunTabsProps {
  room: LiveRoom;
  /** A run began or ended while the code was shown. */
  hasNews: boolean;
  /** Shown at the end of the row. */
  children?: ReactNode;
}

/** On a phone: the code, or what runs show and read. */
export function RunTabs({ room, hasNews, children }: RunTabsProps) {
  const isOpen = useStore(room.isOutputOpen);
  const shown = useStore(room.runTab);
  const runs = useStore(room.runs);
  const language = useRoomState(room, (state) => state.language);
  const tabs = runs?.tabsFor(language) ?? ['Output'];
  const names = ['Code', ...tabs] as const;
  const chosen = isOpen ? (tabs.find((tab) => tab === shown) ?? 'Output') : 'Code';
  const choose = (name: (typeof names)[number]) => {
    if (name !== 'Code') room.runTab.set(name);
    room.isOutputOpen.set(name !== 'Code');
  };
  const press = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0;
    const next = names[(names.indexOf(chosen) + step + names.length) % names.length];
    if (step === 0 || next === undefined) return;
    choose(next);
    currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    <div className={styles.tabRow}>
      <div role="tablist" aria-label="Code and runs" tabIndex={-1} className={styles.tabs} onKeyDown={press}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            data-tab={name}
            aria-selected={name === chosen}
            tabIndex={name === chosen ? 0 : -1}
            className={styles.tab}
            onClick={() => choose(name)}
          >
            {name}
            {name === 'Output' && hasNews && <span className={styles.dot} role="img" aria-label="New output" />}
          </button>
        ))}
      </div>
      {children}
    </div>
  );
}
