import type { ReactNode } from 'react';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import styles from './company.module.css';
import type { Outcome } from './useOutcome.ts';

export interface SettingsSectionProps {
  title: string;
  text: string;
  outcome?: Outcome;
  children: ReactNode;
}

/** One part of the settings: what it is on the left, the fields on the right, what came of it on top of them. */
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
