import { initials } from '../format.ts';
import styles from './Avatar.module.css';

/** Renders the initials of a name; hidden from screen readers, because the name stands beside it. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
