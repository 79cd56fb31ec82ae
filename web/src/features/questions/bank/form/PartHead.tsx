import type { ReactNode } from 'react';
import styles from './question-editor.module.css';

interface PartHeadProps {
  title: string;
  help: string;
  /** Controls beside the title. */
  beside?: ReactNode;
  /** Controls at the end of the title's line. */
  children?: ReactNode;
}

/** Renders the head of a part of a question that is more than one field. */
export function PartHead({ title, help, beside, children }: PartHeadProps) {
  return (
    <div>
      <div className={styles.head}>
        <h2>{title}</h2>
        {beside}
        <span className={styles.push} />
        {children}
      </div>
      <p className={styles.help}>{help}</p>
    </div>
  );
}
