import type { User } from '@cip/contracts/accounts/interviewers';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../shared/form/use-action.ts';
import { useFailure } from '../../shared/form/use-failure.ts';
import { formatCountOf } from '../../shared/format.ts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { ConfirmDialog } from '../../shared/ui/overlay/ConfirmDialog.tsx';
import { interviewsOfQuery, removeInterviewer } from './interviewers.calls.ts';
import { interviewersQuery } from './interviewers.queries.ts';

interface DeleteInterviewerProps {
  user: User;
  onClose: () => void;
  onProblem: (problem: string | null) => void;
}

/** Deletes an interviewer after a confirmation. */
export function DeleteInterviewer({ user, onClose, onProblem }: DeleteInterviewerProps) {
  const queries = useQueryClient();
  const query = useQuery(interviewsOfQuery(user.id));
  const hasFailed = useFailure(query) || query.isPaused;
  const { led, planned } = query.data ?? { led: [], planned: 0 };
  const { busy, start } = useAction({
    run: async () => {
      await removeInterviewer(user.id);
      await queries.invalidateQueries(interviewersQuery);
    },
    failure: () => 'Failed to delete interviewer',
    report: (outcome) => onProblem(outcome?.text ?? null),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      title="Delete this interviewer?"
      confirm="Delete"
      confirmBusy="Deleting..."
      busy={busy}
      // Not before the consequences are shown.
      disabled={!query.data}
      onConfirm={() => start()}
      onCancel={onClose}
    >
      Are you sure you want to delete {user.name}? They’ll be signed out right away. Their interviews are kept.
      {!query.data && hasFailed && <LoadFailed query={query}>Failed to load their sessions</LoadFailed>}
      {planned > 0 && (
        <p>
          {formatCountOf(planned, 'scheduled session')} will be without {user.name}. Nobody is told: choose another
          interviewer there.
        </p>
      )}
      {led.length > 0 && (
        <>
          <p>
            {user.name} is running {led.length === 1 ? 'a session' : `${led.length} sessions`}. They will be
            disconnected; the candidate stays in the room:
          </p>
          <ul>
            {led.map(({ id, candidate_name: candidate, room_code: room }) => (
              <li key={id}>
                {candidate ?? 'No candidate yet'} (<code>{room}</code>)
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
}
