import type { ReactNode } from 'react';
import styles from './company.module.css';
import { OutcomeNotice } from './OutcomeNotice.tsx';
import { sectionId } from './section-id.ts';
import type { OutcomeState } from './useOutcome.ts';

export interface SettingsSectionProps {
  title: string;
  text: string;
  outcome?: OutcomeState;
  children: ReactNode;
}

/**
 * Renders a section of the settings: its title on the left, its fields on the right, their outcome below the button.
 */
export function SettingsSection({ title, text, outcome, children }: SettingsSectionProps) {
  return (
    <section id={sectionId(title)} className={styles.section} aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.fields}>
        {children}
        {outcome && <OutcomeNotice outcome={outcome} />}
      </div>
    </section>
  );
}
