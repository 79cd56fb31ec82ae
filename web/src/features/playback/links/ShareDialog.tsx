import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { copyText } from '../../../shared/device/copy-text.ts';
import { useAction } from '../../../shared/form/use-action.ts';
import { Notice } from '../../../shared/ui/feedback/Notice.tsx';
import { Button } from '../../../shared/ui/form/Button.tsx';
import { ChoiceField } from '../../../shared/ui/form/ChoiceField.tsx';
import { SwitchField } from '../../../shared/ui/form/SwitchField.tsx';
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx';
import { LinkList } from './LinkList.tsx';
import { makeReviewLink, reviewLinksQuery } from './review-links.queries.ts';
import styles from './links.module.css';

interface ShareDialogProps {
  interviewId: string;
  onClose: () => void;
}

const DAYS = [1, 7, 14, 30];
const USUAL_DAYS = 7;

/** Makes links to the playback for readers without an account, and revokes them. */
export function ShareDialog({ interviewId, onClose }: ShareDialogProps) {
  const queries = useQueryClient();
  const [days, setDays] = useState(USUAL_DAYS);
  const [showsCandidate, setShowsCandidate] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  const { busy, problem, start } = useAction({
    run: async () => {
      setAddress(await makeReviewLink(interviewId, { days, showsCandidate }));
      await queries.invalidateQueries({ queryKey: reviewLinksQuery(interviewId).queryKey });
    },
    failure: () => 'Failed to make the link',
  });
  return (
    <Dialog
      title="Share this playback"
      onClose={onClose}
      actions={
        <>
          <Button look="primary" busy={busy} busyText="Making the link…" onClick={() => start()}>
            Make link
          </Button>
          <Button look="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p>Anyone with the link can play this session, without an account, until it expires or you revoke it.</p>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      {address !== null && <NewLink address={address} />}
      <ChoiceField
        label="Valid for"
        value={days}
        choices={DAYS.map((value) => ({ value, label: value === 1 ? '1 day' : `${value} days` }))}
        onChange={setDays}
      />
      <SwitchField
        label="Show the candidate’s name"
        help="Otherwise readers see “The candidate”. Notes and e-mail addresses are never shown."
        checked={showsCandidate}
        onChange={setShowsCandidate}
      />
      <LinkList interviewId={interviewId} />
    </Dialog>
  );
}

function NewLink({ address }: { address: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className={styles.made}>
      <label htmlFor="review-link">Your link, shown only now</label>
      <div className={styles.address}>
        <input id="review-link" readOnly value={address} onFocus={(event) => event.target.select()} />
        <Button onClick={() => void copyText(address).then(setCopied)}>{isCopied ? 'Copied ✓' : 'Copy'}</Button>
      </div>
    </div>
  );
}
