import styles from './button.module.css';

export interface ButtonTextProps {
  children: string;
  busy?: boolean | undefined;
  busyText?: string | undefined;
}

/** Renders the text of a button, `busyText` while it is busy; its width is the longer text's. */
export function ButtonText({ children, busy = false, busyText }: ButtonTextProps) {
  return (
    <span className={styles.text} data-other={busy ? children : busyText}>
      {busy && busyText !== undefined ? busyText : children}
    </span>
  );
}
