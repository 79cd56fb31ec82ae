import { Suspense } from 'react';
import { lazyOr } from '../../shared/lazy-or.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx';
import { Dialog } from '../../shared/ui/Dialog.tsx';
import type { CodeView } from './CodePreview.tsx';
import { InterviewDetails } from './InterviewDetails.tsx';
import type { NewInterviewDialogProps } from './NewInterviewDialog.tsx';
import type { InterviewActs } from './useInterviewActs.ts';

// Of no use without a server, and too large for what every device keeps.
const NewInterviewDialog = lazyOr(
  async () => (await import('./NewInterviewDialog.tsx')).NewInterviewDialog,
  NewInterviewOffline,
);

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
          title="Delete this session?"
          confirm="Delete"
          confirmBusy="Deleting..."
          busy={acts.busy}
          onConfirm={() => void acts.confirmDelete(open.interview)}
          onCancel={close}
        >
          Are you sure you want to delete the session with {open.interview.candidate_name ?? 'no candidate yet'} (
          {open.interview.room_code})? Its code goes with it, and nobody can bring it back.
        </ConfirmDialog>
      );
  }
}
