import type { ReactNode } from 'react';
import styles from './ListRow.module.css';

interface ListRowProps {
  name: string;
  /** The state, beside the name. */
  chips?: ReactNode;
  /** Small print; only true texts are shown. */
  facts: (string | false | null)[];
  /** Buttons beside the text, or below it if `isStacked`. */
  children?: ReactNode;
  isStacked?: boolean;
}

/** Renders a row of a list: its name, facts about it, and its actions. */
export function ListRow({ name, chips, facts, children, isStacked = false }: ListRowProps) {
  return (
    <li className={styles.row} data-stacked={isStacked}>
      <div className={styles.text}>
        <p className={styles.name}>
          {name}
          {chips}
        </p>
        <p className={styles.facts}>{facts.map((fact, place) => fact && <span key={place}>{fact}</span>)}</p>
      </div>
      {children}
    </li>
  );
}
