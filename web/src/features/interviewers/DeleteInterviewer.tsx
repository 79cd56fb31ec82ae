import type { User } from '@cip/contracts/interviewers';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../shared/api-error.ts';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx';
import { interviewersQuery, removeInterviewer } from './interviewers.queries.ts';

export interface DeleteInterviewerProps {
  user: User;
  onClose: () => void;
  onProblem: (problem: string | null) => void;
}

/** Asks before an interviewer is deleted. */
export function DeleteInterviewer({ user, onClose, onProblem }: DeleteInterviewerProps) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    onProblem(null);
    try {
      await removeInterviewer(user.id);
      await queries.invalidateQueries(interviewersQuery);
    } catch (error) {
      onProblem(messageOf(error, 'Failed to delete interviewer'));
    } finally {
      onClose();
    }
  };
  return (
    <ConfirmDialog
      title="Delete this interviewer?"
      confirm="Delete"
      confirmBusy="Deleting..."
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      Are you sure you want to delete {user.name}? They are signed out at once. Their interviews stay.
    </ConfirmDialog>
  );
}
