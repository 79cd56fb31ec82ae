import { useState } from 'react';
import { Problem } from '../../../shared/ui/feedback/Problem.tsx';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { addBelow, keptFiles, planStarter, replaceByStarter } from './insert-starter.ts';

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
      <Problem text={problem} />
      <p>
        The editor has an answer already. {wordsAboutAside(room, question)} The answer stays with the session, in its
        details, download and receipt.
      </p>
      {kept !== null && <p>If you add it below, {kept}</p>}
    </Dialog>
  );
}

/** Returns a sentence about the room after the answer is put aside. */
function wordsAboutAside(room: LiveRoom, question: string): string {
  const { files } = room.connection.store.get().files;
  if (files.length === 1) return 'Put it aside, and this question begins in an empty editor.';
  const kept = planStarter(room, question, true)?.files.kept ?? [];
  const begins =
    kept.length === 0
      ? 'only its own files'
      : `its own files and ${kept.join(', ')}, which only interviewers can delete`;
  return `Put all ${files.length} files aside, and this question begins with ${begins}.`;
}
