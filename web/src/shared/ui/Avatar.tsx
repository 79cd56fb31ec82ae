import { initials } from '../format.ts';
import styles from './Avatar.module.css';

/** A face made of the first two letters of a name; the name stands beside it. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
