import type { Interview } from '@cip/contracts/interviews/interviews';
import { Suspense } from 'react';
import { formatDateTime } from '../../shared/format.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { ConfirmDialog } from '../../shared/ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';
import { cancellationNews } from './mail-text.ts';
import type { NewInterviewDialogProps } from './NewInterviewDialog.tsx';
import type { InterviewActions } from './useInterviewActions.ts';

// Not in the cached shell, because it is too large and of no use without a server.
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
  actions: InterviewActions;
  onStartNew: (templateId?: string) => void;
  onScheduled: (interview: Interview) => void;
}

/** Renders the open dialog of the list: a new interview, or a confirmation. */
export function InterviewDialogs({ actions, onStartNew, onScheduled }: InterviewDialogsProps) {
  const { open, close } = actions;
  switch (open?.kind) {
    case undefined:
      return null;
    case 'new':
      return (
        <Suspense>
          <NewInterviewDialog
            isPlanning={open.isPlanning}
            templateId={open.templateId}
            onStart={onStartNew}
            onScheduled={onScheduled}
            onClose={close}
          />
        </Suspense>
      );
    case 'start':
      return (
        <ConfirmDialog
          title="Start this session now?"
          confirm="Start session"
          confirmBusy="Starting..."
          look="primary"
          busy={actions.busy}
          onConfirm={() => actions.confirm()}
          onCancel={close}
          dismiss="Not yet"
        >
          {nameOf(open.interview)} is scheduled for {formatDateTime(open.interview.scheduled_at)}. It starts for
          everyone with its link. This can’t be undone.
        </ConfirmDialog>
      );
    case 'cancel':
      return (
        <ConfirmDialog
          title="Cancel this session?"
          confirm="Cancel session"
          confirmBusy="Cancelling..."
          busy={actions.busy}
          onConfirm={() => actions.confirm(`Session cancelled. ${cancellationNews(open.interview) ?? ''}`.trim())}
          onCancel={close}
          dismiss="Keep it"
        >
          {nameOf(open.interview)} won’t take place. Anyone who opens its link sees that it was cancelled.{' '}
          {cancellationNews(open.interview)}
        </ConfirmDialog>
      );
    case 'delete':
      return (
        <ConfirmDialog
          title={open.interview.status === 'active' ? 'Delete this running session?' : 'Delete this session?'}
          confirm="Delete"
          confirmBusy="Deleting..."
          busy={actions.busy}
          onConfirm={() => actions.confirm()}
          onCancel={close}
        >
          {deleteQuestion(open.interview)}
        </ConfirmDialog>
      );
  }
}

function nameOf({ candidate_name: name }: Interview): string {
  return name === null ? 'This session' : `The session with ${name}`;
}

function deleteQuestion(interview: Interview): string {
  const { status, candidate_name, room_code, interviewer_name } = interview;
  const session = `the session with ${candidate_name ?? 'no candidate yet'} (${room_code})`;
  const question = `Are you sure you want to delete ${session}?`;
  if (status === 'scheduled')
    return `${question} It won’t take place, and this can’t be undone. ${cancellationNews(interview) ?? ''}`;
  if (status !== 'active') return `${question} Its code is deleted too. This can’t be undone.`;
  return (
    `${question} ${interviewer_name} is running it: everyone in the room is disconnected right away, and its ` +
    'code is deleted for good. To keep the code, end the session instead.'
  );
}
