import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx';
import type { CodeView } from './CodePreview.tsx';
import { InterviewDetails } from './InterviewDetails.tsx';
import type { InterviewActs } from './useInterviewActs.ts';

/** The dialogs of the list: the details of an interview, and the question before one is deleted. */
export function InterviewDialogs({ acts, CodeView }: { acts: InterviewActs; CodeView: CodeView }) {
  const { details, deleting } = acts;
  return (
    <>
      {details && <InterviewDetails interview={details} CodeView={CodeView} onClose={acts.closeDetails} />}
      {deleting && (
        <ConfirmDialog
          title="Delete this session?"
          confirm="Delete"
          confirmBusy="Deleting..."
          busy={acts.busy}
          onConfirm={() => void acts.confirmDelete(deleting)}
          onCancel={acts.cancelDelete}
        >
          Are you sure you want to delete the session with {deleting.candidate_name ?? 'no candidate yet'} (
          {deleting.room_code})? Its code goes with it, and nobody can bring it back.
        </ConfirmDialog>
      )}
    </>
  );
}
