import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/form/Button.tsx';
import styles from '../room.module.css';

export interface LinkStripProps {
  link: string;
  isSaving: boolean;
  /** The interview is over. */
  disabled: boolean;
  onCopy: () => void;
  onCode: () => void;
  onSave: () => void;
  /** Shows the invitation again; null while it is open or no candidate is awaited. */
  onInvite: (() => void) | null;
  /** Shown at the end. */
  children?: ReactNode;
}

/** The candidate's link, and Save. */
export function LinkStrip(props: LinkStripProps) {
  const { link, isSaving, disabled, onCopy, onCode, onSave, onInvite, children } = props;
  return (
    <section aria-label="Share link" className={styles.strip}>
      {onInvite ? (
        <Button size="sm" look="primary" disabled={disabled} onClick={onInvite}>
          Invite candidate
        </Button>
      ) : (
        <span className={styles.hint}>Candidate link</span>
      )}
      <code className={styles.link}>{link}</code>
      <Button size="sm" disabled={disabled} onClick={onCopy}>
        Copy
      </Button>
      <Button size="sm" disabled={disabled} onClick={onCode}>
        QR code
      </Button>
      <Button size="sm" busy={isSaving} busyText="Saving..." disabled={disabled} onClick={onSave}>
        Save
      </Button>
      {children}
    </section>
  );
}
