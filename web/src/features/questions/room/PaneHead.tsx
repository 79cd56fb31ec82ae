import type { ReactNode } from 'react';
import { Tabs } from '../../../shared/ui/tabs/Tabs.tsx';
import styles from './question-pane.module.css';

interface PaneHeadProps {
  label: string;
  names: readonly string[];
  chosen: string;
  onChoose: (name: string) => void;
  tabsId: string;
  /** Buttons at the end. */
  children: ReactNode;
}

/** The head of a pane beside the code: its tabs, and what can be done with it. */
export function PaneHead({ label, names, chosen, onChoose, tabsId, children }: PaneHeadProps) {
  return (
    <div className={styles.head}>
      <Tabs {...{ label, names, chosen, onChoose }} id={tabsId} size="sm" />
      <span className={styles.space} />
      {children}
    </div>
  );
}
