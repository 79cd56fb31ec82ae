import { useStore } from '../../store.ts';
import { toastStore } from './toast-store.ts';
import styles from './Toaster.module.css';

/** Renders the toasts; once per page. Failures interrupt a screen reader, successes wait. */
export function Toaster() {
  const toasts = useStore(toastStore);
  return (
    <div className={styles.place}>
      {toasts.map(({ id, tone, text, isSilent }) => (
        <p
          key={id}
          {...(isSilent ? { 'aria-hidden': true } : { role: tone === 'bad' ? 'alert' : 'status' })}
          className={styles.toast}
          data-tone={tone}
        >
          {text}
        </p>
      ))}
    </div>
  );
}
