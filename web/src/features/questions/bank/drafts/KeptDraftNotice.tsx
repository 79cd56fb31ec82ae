import { formatDateTime } from '../../../../shared/format.ts';
import { Notice } from '../../../../shared/ui/feedback/Notice.tsx';
import { Button } from '../../../../shared/ui/joy/Button.tsx';
import type { KeptDraft } from './kept-drafts.ts';
import styles from '../question-form.module.css';

interface KeptDraftNoticeProps {
  kept: KeptDraft;
  /** The version that the form shows; null for a new question. */
  version: number | null;
  onRestore: () => void;
  onDiscard: () => void;
}

/** Offers the text that the user typed into this form before, and did not save. */
export function KeptDraftNotice({ kept, version, onRestore, onDiscard }: KeptDraftNoticeProps) {
  const actions = (
    <div className={styles.kept}>
      <Button size="sm" onClick={onRestore}>
        Restore
      </Button>
      <Button size="sm" look="quiet" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
  return (
    <Notice tone="info" action={actions}>
      You left unsaved changes on {formatDateTime(new Date(kept.at).toISOString())}.
      {kept.version !== version && ' The question was saved since then: see its versions before you save yours.'}
    </Notice>
  );
}
