import type { KeyboardEvent } from 'react';
import type { RunTab } from './run-tabs.ts';
import styles from './runs.module.css';

interface PaneTabsProps {
  /** Prefix of the ids of tabs and panel. */
  id: string;
  tabs: RunTab[];
  tab: RunTab;
  onChange: (tab: RunTab) => void;
}

/** The tabs of the pane; arrow keys move between them. */
export function PaneTabs({ id, tabs, tab, onChange }: PaneTabsProps) {
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChange(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    <div role="tablist" aria-label="Run" className={styles.tabs} tabIndex={-1} onKeyDown={press}>
      {tabs.map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          id={`${id}-${each}`}
          data-tab={each}
          aria-selected={each === tab}
          {...(each === tab && { 'aria-controls': `${id}-panel` })}
          tabIndex={each === tab ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(each)}
        >
          {each}
        </button>
      ))}
    </div>
  );
}
