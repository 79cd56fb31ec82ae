import type { ButtonHTMLAttributes } from 'react';
import styles from './TextButton.module.css';

/** Renders a small button without a frame, for an action beside a text. */
export function TextButton(native: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" {...native} className={styles.button} />;
}
