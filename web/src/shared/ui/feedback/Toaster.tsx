import { useEffect } from 'react';
import { useStore } from '../../store.ts';
import { raiseToasts, TOASTS_ID } from './raise-toasts.ts';
import { toastStore } from './toast-store.ts';
import styles from './Toaster.module.css';

/** Renders the toasts; once per page. Failures interrupt a screen reader, successes wait. */
export function Toaster() {
  const toasts = useStore(toastStore);
  useEffect(raiseToasts, [toasts]);
  return (
    <div id={TOASTS_ID} popover="manual" className={styles.place}>
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
