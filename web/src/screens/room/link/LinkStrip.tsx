import { Button } from '../../../shared/ui/joy/Button.tsx';
import styles from '../room.module.css';
import type { LinkActions } from './useCandidateLink.tsx';

export interface LinkStripProps {
  link: string;
  isSaving: boolean;
  /** True if the interview is over. */
  disabled: boolean;
  actions: LinkActions;
  onSave: () => void;
}

/** The candidate's link, and Save. */
export function LinkStrip(props: LinkStripProps) {
  const { link, isSaving, disabled, actions, onSave } = props;
  return (
    <section aria-label="Share link" className={styles.strip}>
      {actions.invite ? (
        <Button size="sm" look="primary" disabled={disabled} onClick={actions.invite}>
          Invite candidate
        </Button>
      ) : (
        <span className={styles.hint}>Candidate link</span>
      )}
      <code className={styles.link}>{link}</code>
      <Button size="sm" disabled={disabled} onClick={actions.copy}>
        Copy
      </Button>
      <Button size="sm" disabled={disabled} onClick={actions.showCode}>
        QR code
      </Button>
      <Button size="sm" busy={isSaving} busyText="Saving..." disabled={disabled} onClick={onSave}>
        Save
      </Button>
    </section>
  );
}
