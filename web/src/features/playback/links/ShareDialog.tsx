import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../../shared/form/use-action.ts';
import { Problem } from '../../../shared/ui/feedback/Problem.tsx';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { ChoiceField } from '../../../shared/ui/form/ChoiceField.tsx';
import { ShownOnce } from '../../../shared/ui/form/ShownOnce.tsx';
import { SwitchField } from '../../../shared/ui/form/SwitchField.tsx';
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx';
import { LinkList } from './LinkList.tsx';
import { makeReviewLink, reviewLinksQuery } from './review-links.queries.ts';

interface ShareDialogProps {
  interviewId: string;
  onClose: () => void;
}

const DAYS = [1, 7, 14, 30];
const USUAL_DAYS = 7;
const USUAL = { shows_candidate: false, shows_questions: true, shows_scorecards: false };

/**
 * The parts besides the recording that a link can show. Notes, guides, hidden tests and e-mail addresses are never
 * shown.
 */
const OPTIONS: { name: keyof typeof USUAL; label: string; help: string }[] = [
  { name: 'shows_candidate', label: 'Show the candidate’s name', help: 'Otherwise readers see “The candidate”.' },
  { name: 'shows_questions', label: 'Show question texts', help: 'As the candidate read them.' },
  {
    name: 'shows_scorecards',
    label: 'Show scorecards',
    help: 'Once everyone has submitted theirs, without notes. They may name the candidate.',
  },
];

/** Makes links to the playback for readers without an account, and revokes them. */
export function ShareDialog({ interviewId, onClose }: ShareDialogProps) {
  const queries = useQueryClient();
  const [days, setDays] = useState(USUAL_DAYS);
  const [shown, setShown] = useState(USUAL);
  const [address, setAddress] = useState<string | null>(null);
  const { busy, problem, start } = useAction({
    run: async () => {
      setAddress(await makeReviewLink(interviewId, { days, ...shown }));
      await queries.invalidateQueries({ queryKey: reviewLinksQuery(interviewId).queryKey });
    },
    failure: () => 'Failed to make the link',
  });
  return (
    <Dialog
      title="Share this playback"
      onClose={onClose}
      busy={busy}
      actions={
        <>
          {address === null && (
            <Button look="primary" busy={busy} busyText="Creating..." onClick={() => start()}>
              Create link
            </Button>
          )}
          <Button look="quiet" disabled={busy} onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p>Anyone with the link can play this session, without an account, until it expires or you revoke it.</p>
      <Problem text={problem} />
      {address !== null && <ShownOnce label="Your link" text={address} onDone={() => setAddress(null)} />}
      {address === null && <LinkOptions {...{ days, setDays, shown, setShown }} />}
      <LinkList interviewId={interviewId} />
    </Dialog>
  );
}

interface LinkOptionsProps {
  days: number;
  setDays: (days: number) => void;
  shown: typeof USUAL;
  setShown: (shown: typeof USUAL) => void;
}

/** Renders how long a new link lasts, and what it shows besides the recording. */
function LinkOptions({ days, setDays, shown, setShown }: LinkOptionsProps) {
  return (
    <>
      <ChoiceField
        label="Valid for"
        value={days}
        choices={DAYS.map((value) => ({ value, label: value === 1 ? '1 day' : `${value} days` }))}
        onChange={setDays}
      />
      {OPTIONS.map(({ name, label, help }) => (
        <SwitchField
          key={name}
          label={label}
          help={help}
          checked={shown[name]}
          onChange={(isShown) => setShown({ ...shown, [name]: isShown })}
        />
      ))}
    </>
  );
}
