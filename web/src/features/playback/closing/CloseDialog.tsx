import { useState } from 'react';
import { useAction } from '../../../shared/form/use-action.ts';
import { formatCountOf } from '../../../shared/format.ts';
import { Problem } from '../../../shared/ui/feedback/Problem.tsx';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { TextField } from '../../../shared/ui/joy/TextField.tsx';
import { ConfirmDialog } from '../../../shared/ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx';
import { clockText } from '../../../shared/clock-text.ts';
import type { Recording } from '../replay/recording.ts';
import styles from './closing.module.css';
import { closeStretch, contentOf, stretchOf, type ChosenStretch, type Content } from './close-stretch.ts';

/** Length of the stretch that is proposed (ms). */
const PROPOSED_MS = 30_000;

interface CloseDialogProps {
  interviewId: string;
  recording: Recording;
  /** The moment that the player shows (ms). */
  at: number;
  onClose: () => void;
  onRemoved: () => void;
}

/** Lets an owner remove a stretch of a recording, for example if a password was pasted by mistake. */
export function CloseDialog({ interviewId, recording, at, onClose, onRemoved }: CloseDialogProps) {
  const [from, setFrom] = useState(clockText(at));
  const [to, setTo] = useState(clockText(Math.min(recording.durationMs, at + PROPOSED_MS)));
  const [chosen, setChosen] = useState<ChosenStretch | null>(null);
  const stretch = stretchOf(from, to, recording.durationMs);
  const content = stretch && contentOf(recording, stretch);
  const isEmpty = content === null || Object.values(content).every((count) => count === 0);
  return (
    <Dialog
      title="Remove a section"
      onClose={onClose}
      onSubmit={() => stretch && !isEmpty && setChosen(stretch)}
      actions={
        <>
          <Button type="submit" look="danger" disabled={isEmpty}>
            Remove…
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p>For what should not have been typed, such as a password. The final code stays as it is.</p>
      <div className={styles.moments}>
        <TextField label="From" value={from} onChange={setFrom} autoComplete="off" maxLength={9} />
        <TextField label="To" value={to} onChange={setTo} autoComplete="off" maxLength={9} />
      </div>
      <p role="status" className={styles.content}>
        {content ? contentText(content) : 'Enter two moments as the player shows them, such as 12:34.'}
      </p>
      {chosen && <Confirmation {...{ interviewId, stretch: chosen, onRemoved }} onCancel={() => setChosen(null)} />}
    </Dialog>
  );
}

function contentText({ edits, runs, reports, names, dataSets }: Content): string {
  const deleted = [
    ...(runs > 0 ? [formatCountOf(runs, 'run')] : []),
    ...(reports > 0 ? [formatCountOf(reports, 'report of tests', 'reports of tests')] : []),
    ...(dataSets > 0 ? [formatCountOf(dataSets, 'data set')] : []),
  ];
  const parts = [
    ...(edits > 0 ? [`${formatCountOf(edits, 'edit')} will become one step`] : []),
    ...(deleted.length > 0 ? [`${deleted.join(' and ')} will be deleted`] : []),
    ...(names > 0 ? [`${formatCountOf(names, 'name of a file', 'names of files')} will be replaced`] : []),
  ];
  return parts.length > 0 ? `${parts.join(', and ')}.` : 'Nothing was typed or run between these moments.';
}

interface ConfirmationProps {
  interviewId: string;
  stretch: ChosenStretch;
  onRemoved: () => void;
  onCancel: () => void;
}

function Confirmation({ interviewId, stretch, onRemoved, onCancel }: ConfirmationProps) {
  const { busy, problem, start } = useAction({
    run: async () => {
      await closeStretch(interviewId, stretch);
      onRemoved();
    },
    failure: () => 'Failed to remove the section',
  });
  return (
    <ConfirmDialog
      title={`Remove ${clockText(stretch.from)} to ${clockText(stretch.to)}?`}
      confirm="Remove for good"
      confirmBusy="Removing..."
      busy={busy}
      onConfirm={start}
      onCancel={onCancel}
    >
      <p>
        This cannot be undone. Text that was typed and deleted again in this section, its runs, reports of tests and
        data sets, and the names that files got in it are deleted everywhere: from the recording, its links and exports.
      </p>
      <p>
        Text that was there before, or is still there at its end, stays. Files that were downloaded keep what they have.
      </p>
      <Problem text={problem} />
    </ConfirmDialog>
  );
}
