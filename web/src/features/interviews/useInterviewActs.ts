import type { Interview } from '@cip/contracts/interviews';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../shared/api-error.ts';
import { remove, start } from './interviews.queries.ts';

export type InterviewActs = ReturnType<typeof useInterviewActs>;

/** What can be done to an interview of the list, and which one a dialog is open about. */
export function useInterviewActs() {
  const queries = useQueryClient();
  const [details, setDetails] = useState<Interview | null>(null);
  const [deleting, setDeleting] = useState<Interview | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const act = async (work: () => Promise<unknown>, fallback: string) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      await queries.invalidateQueries({ queryKey: ['interviews'] });
    } catch (error) {
      setProblem(messageOf(error, fallback));
    } finally {
      setBusy(false);
      setDeleting(null);
    }
  };
  return {
    details,
    deleting,
    busy,
    problem,
    dismissProblem: () => setProblem(null),
    showDetails: setDetails,
    closeDetails: () => setDetails(null),
    askDelete: setDeleting,
    cancelDelete: () => setDeleting(null),
    start: (interview: Interview) => act(() => start(interview.id), 'Failed to start session'),
    confirmDelete: (interview: Interview) => act(() => remove(interview.id), 'Failed to delete session'),
  };
}
