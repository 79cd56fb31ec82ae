import type { User } from '@cip/contracts/accounts/interviewers';
import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../shared/form/use-action.ts';
import { ConfirmDialog } from '../../shared/ui/overlay/ConfirmDialog.tsx';
import { toast } from '../../shared/ui/feedback/toast-store.ts';
import { removeSecondFactor } from './interviewers.calls.ts';
import { interviewersQuery } from './interviewers.queries.ts';

interface RemoveSecondFactorProps {
  user: User;
  onClose: () => void;
  onProblem: (problem: string | null) => void;
}

/** Removes the second factor of an interviewer after a confirmation. */
export function RemoveSecondFactor({ user, onClose, onProblem }: RemoveSecondFactorProps) {
  const queries = useQueryClient();
  const { busy, start } = useAction({
    run: async () => {
      await removeSecondFactor(user.id);
      toast('good', `The second step of ${user.name} was removed.`);
    },
    failure: () => 'Failed to remove the second step',
    report: (outcome) => onProblem(outcome?.text ?? null),
    onSettled: () => {
      onClose();
      // After a refusal too, because another page of the owner may have removed it.
      return queries.invalidateQueries(interviewersQuery);
    },
  });
  return (
    <ConfirmDialog
      title="Remove the second step?"
      confirm="Remove"
      confirmBusy="Removing..."
      busy={busy}
      onConfirm={() => start()}
      onCancel={onClose}
    >
      {user.name} then signs in with the password alone, and can set the second step up again. They are signed out
      everywhere, also from a running session, and get an email about it. Do this only when you are sure that they asked
      for it.
    </ConfirmDialog>
  );
}
