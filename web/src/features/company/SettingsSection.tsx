import type { ReactNode } from 'react';
import styles from './company.module.css';
import { OutcomeNotice } from './OutcomeNotice.tsx';
import { sectionId } from './section-id.ts';
import { useOpenSection } from './useOpenSection.ts';
import type { OutcomeState } from './useOutcome.ts';

export interface SettingsSectionProps {
  title: string;
  text: string;
  outcome?: OutcomeState;
  children: ReactNode;
}

/**
 * Renders a section of the settings: its title on the left, its fields on the right, their outcome below the button. A
 * narrow window shows one section; the others stay, because they may hold what was typed.
 */
export function SettingsSection({ title, text, outcome, children }: SettingsSectionProps) {
  const id = sectionId(title);
  const open = useOpenSection();
  return (
    <section id={id} hidden={open !== undefined && open !== id} className={styles.section} aria-label={title}>
      <div>
        <h3>{title}</h3>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.fields}>
        {children}
        {outcome && <OutcomeNotice outcome={outcome} />}
      </div>
    </section>
  );
}
