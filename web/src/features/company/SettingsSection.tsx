import type { ReactNode } from 'react';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import styles from './company.module.css';
import type { OutcomeState } from './useOutcome.ts';

export interface SettingsSectionProps {
  title: string;
  text: string;
  outcome?: OutcomeState;
  children: ReactNode;
}

/** Renders a section of the settings: its title on the left, its fields on the right, their outcome above them. */
export function SettingsSection({ title, text, outcome, children }: SettingsSectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.fields}>
        {outcome?.shown && (
          <Notice tone={outcome.shown.tone} onDismiss={outcome.dismiss}>
            {outcome.shown.text}
          </Notice>
        )}
        {children}
      </div>
    </section>
  );
}
