import { useState } from 'react';
import { Notice } from '../../../shared/ui/feedback/Notice.tsx';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { addBelow, keptFiles, replaceByStarter } from './insert-starter.ts';

export interface StarterDialogProps {
  room: LiveRoom;
  question: string;
  onInserted: () => void;
  onClose: () => void;
}

/** Lets the user decide about the code in the editor when the starter of a question is inserted. */
export function StarterDialog({ room, question, onInserted, onClose }: StarterDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const kept = keptFiles(room, question);
  const finish = (outcome: string | null) => {
    setBusy(false);
    setProblem(outcome);
    if (outcome === null) onInserted();
  };
  const insert = async (act: typeof addBelow) => {
    setBusy(true);
    finish(await act(room, question));
  };
  return (
    <Dialog
      title="Insert the starter"
      {...(!busy && { onClose })}
      actions={
        <>
          <Button
            look="primary"
            autoFocus
            busy={busy}
            busyText="Putting aside..."
            onClick={() => void insert(replaceByStarter)}
          >
            Put aside and insert
          </Button>
          <Button disabled={busy} onClick={() => void insert(addBelow)}>
            Add below
          </Button>
          <Button look="quiet" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <p>
        The editor has an answer already. Put it aside, and this question begins in an empty editor. The answer stays
        with the session, in its details, download and receipt.
      </p>
      {kept !== null && <p>{kept}</p>}
    </Dialog>
  );
}
