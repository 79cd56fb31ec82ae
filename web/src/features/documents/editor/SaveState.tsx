import { useEffect, useState } from 'react';
import { describeSaveStatus } from './save-status-text.ts';
import type { SavedCode, SaveQueue, SaveStatus } from './save-status-text.ts';
import styles from './documents.module.css';

/**
 * "Saving…" is shown after this delay, in milliseconds, because most edits are saved sooner and the text would flicker.
 */
const SAVING_DELAY_MS = 400;

/** Shows whether the code is saved. */
export function SaveState({ code, saves }: { code: SavedCode; saves?: SaveQueue }) {
  const { kind, text } = useDelayedSaving(describeSaveStatus(code, saves));
  // "Not synced yet" says enough where the bar has no space for the rest.
  const end = text.search(/[,:] |$/);
  return (
    <span className={styles.save} data-kind={kind} data-testid="save-state" title={text}>
      {text.slice(0, end)}
      <span className={styles.details}>{text.slice(end)}</span>
    </span>
  );
}

/** Delays "Saving…"; every other status shows immediately. */
function useDelayedSaving(status: SaveStatus): SaveStatus {
  const [shown, setShown] = useState(status);
  const { kind, text } = status;
  const isNew = kind !== shown.kind || text !== shown.text;
  // During the render, so that no outdated status is painted.
  if (isNew && kind !== 'saving') setShown(status);
  useEffect(() => {
    const timer = setTimeout(() => setShown({ kind, text }), SAVING_DELAY_MS);
    return () => clearTimeout(timer);
  }, [kind, text]);
  return isNew && kind !== 'saving' ? status : shown;
}
