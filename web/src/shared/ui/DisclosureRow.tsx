import type { ReactNode } from 'react';
import { classes } from './theme/classes.ts';
import styles from './DisclosureRow.module.css';

interface DisclosureRowProps {
  name: string;
  /** Small print below the name. */
  facts?: string | undefined;
  isOpen: boolean;
  onToggle: () => void;
  /** The state, before the mark at the end of the row. */
  children?: ReactNode;
}

/** Renders a row that opens and closes what the screen shows below it. */
export function DisclosureRow({ name, facts = '', isOpen, onToggle, children }: DisclosureRowProps) {
  return (
    <button type="button" className={classes(styles.row, 'unfolds')} aria-expanded={isOpen} onClick={onToggle}>
      <span className={styles.text}>
        <span className={styles.name}>{name}</span> {facts !== '' && <span className={styles.facts}>{facts}</span>}
      </span>{' '}
      {children}
    </button>
  );
}
