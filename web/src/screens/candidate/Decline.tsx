import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import { useState } from 'react';
import { decline } from '../../features/interviews/public-interviews.queries.ts';
import { useUnsaved } from '../../shared/device/unsaved.ts';
import { useAction } from '../../shared/form/use-action.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Button } from '../../shared/ui/plain/Button.tsx';
import { TextAreaField } from '../../shared/ui/form/TextAreaField.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';
import card from '../before-room/candidate.module.css';
import styles from './not-started.module.css';

/** As the contract's DECLINE_NOTE_MAX, which is not imported because its module would bring the schemas along. */
const NOTE_MAX = 500;

interface DeclineProps {
  interview: PublicInterview;
  /** Reads the interview again. */
  onDeclined: () => unknown;
}

/** Renders that the candidate said that they cannot make it; nothing if they did not. */
export function Declined({ interview: { company_name: company, declined_at: at } }: Pick<DeclineProps, 'interview'>) {
  if (at === null) return null;
  return (
    <Notice tone="info">
      {company} knows that you can’t make it. If they choose another time, you will find it here, under the same link.
    </Notice>
  );
}

/** Lets the candidate say that they cannot make a planned interview; renders nothing once they did. */
export function Decline({ interview: { room_code: roomCode, declined_at: at }, onDeclined }: DeclineProps) {
  const [isOpen, setOpen] = useState(false);
  if (at !== null) return null;
  return (
    <>
      <button type="button" className={styles.cannot} onClick={() => setOpen(true)}>
        Can’t make it?
      </button>
      {isOpen && <DeclineDialog roomCode={roomCode} onClose={() => setOpen(false)} onDeclined={onDeclined} />}
    </>
  );
}

interface DeclineDialogProps {
  roomCode: string;
  onClose: () => void;
  onDeclined: () => unknown;
}

function DeclineDialog({ roomCode, onClose, onDeclined }: DeclineDialogProps) {
  const [note, setNote] = useState('');
  useUnsaved(note !== '');
  const { busy, problem, start } = useAction({
    run: async () => {
      await decline(roomCode, note.trim() || null);
      await onDeclined();
      onClose();
    },
    failure: () => 'Failed to send. Please try again.',
  });
  return (
    <Dialog
      title="Can’t make it?"
      onClose={onClose}
      onSubmit={() => start()}
      isDirty={note !== ''}
      busy={busy}
      actions={
        <>
          <Button type="submit" look="primary" busy={busy} busyText="Sending...">
            Send
          </Button>
          <Button look="quiet" disabled={busy} onClick={onClose}>
            Keep the interview
          </Button>
        </>
      }
    >
      <div className={card.form}>
        {problem !== null && <Notice tone="bad">{problem}</Notice>}
        <p>Your interviewer is told. The interview stays scheduled until they move or cancel it.</p>
        <TextAreaField
          label="When could you?"
          isOptional
          value={note}
          rows={3}
          maxLength={NOTE_MAX}
          onChange={setNote}
        />
      </div>
    </Dialog>
  );
}
