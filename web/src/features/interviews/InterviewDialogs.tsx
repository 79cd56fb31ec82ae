import type { Interview } from '@cip/contracts/interviews';
import { Suspense } from 'react';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { Button } from '../../shared/ui/form/Button.tsx';
import { ConfirmDialog } from '../../shared/ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';
import type { CodeView } from './CodePreview.tsx';
import { InterviewDetails } from './InterviewDetails.tsx';
import type { NewInterviewDialogProps } from './NewInterviewDialog.tsx';
import type { InterviewActs } from './useInterviewActs.ts';

// Of no use without a server, and too large for what every device keeps.
const NewInterviewDialog = lazyPart(async () => (await import('./NewInterviewDialog.tsx')).NewInterviewDialog, {
  fallback: NewInterviewOffline,
});

function NewInterviewOffline({ onClose }: NewInterviewDialogProps) {
  return (
    <Dialog title="New Session" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <p>A new session needs the network.</p>
    </Dialog>
  );
}

export interface InterviewDialogsProps {
  acts: InterviewActs;
  CodeView: CodeView;
  onStartNew: () => void;
}

/** The dialogs of the list: a new interview, the details of one, and the questions before one is called off or deleted. */
export function InterviewDialogs({ acts, CodeView, onStartNew }: InterviewDialogsProps) {
  const { open, close } = acts;
  switch (open?.kind) {
    case undefined:
      return null;
    case 'new':
      return (
        <Suspense>
          <NewInterviewDialog onStart={onStartNew} onScheduled={acts.showChanged} onClose={close} />
        </Suspense>
      );
    case 'details':
      return (
        <InterviewDetails
          key={open.interview.id}
          interview={open.interview}
          CodeView={CodeView}
          onChanged={acts.showChanged}
          onCancel={acts.askCancel}
          onClose={close}
        />
      );
    case 'cancel':
      return (
        <ConfirmDialog
          title="Cancel this session?"
          confirm="Cancel Session"
          confirmBusy="Cancelling..."
          busy={acts.busy}
          onConfirm={() => void acts.confirmCancel(open.interview)}
          onCancel={close}
          dismiss="Keep It"
        >
          The session with {open.interview.candidate_name ?? 'no candidate yet'} will not take place. Whoever opens its
          link is told so.
        </ConfirmDialog>
      );
    case 'delete':
      return (
        <ConfirmDialog
          title={open.interview.status === 'active' ? 'Delete this running session?' : 'Delete this session?'}
          confirm="Delete"
          confirmBusy="Deleting..."
          busy={acts.busy}
          onConfirm={() => void acts.confirmDelete(open.interview)}
          onCancel={close}
        >
          {deleteQuestion(open.interview)}
        </ConfirmDialog>
      );
  }
}

function deleteQuestion({ status, candidate_name, room_code, interviewer_name }: Interview): string {
  const session = `the session with ${candidate_name ?? 'no candidate yet'} (${room_code})`;
  const question = `Are you sure you want to delete ${session}?`;
  if (status !== 'active') return `${question} Its code goes with it, and nobody can bring it back.`;
  return (
    `${question} It is running, led by ${interviewer_name}: everyone in the room is disconnected at once, and the ` +
    'code is gone for good. To keep the code, end the session instead.'
  );
}
