import type { Interview } from '@cip/contracts/interviews';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../shared/api/api-error.ts';
import { cancel, remove, start } from './interviews.queries.ts';

export type InterviewActions = ReturnType<typeof useInterviewActions>;

/** The open dialog and its interview. */
type OpenDialog = { kind: 'new' } | { kind: 'details' | 'cancel' | 'delete'; interview: Interview };

/** Provides the actions on an interview of the list, and the open dialog. */
export function useInterviewActions() {
  const queries = useQueryClient();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const refresh = () => queries.invalidateQueries({ queryKey: ['interviews'] });
  const act = async (work: () => Promise<unknown>, fallback: string) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      await refresh();
    } catch (error) {
      setProblem(messageOf(error, fallback));
    } finally {
      setBusy(false);
      setOpen(null);
    }
  };
  return {
    open,
    busy,
    problem,
    dismissProblem: () => setProblem(null),
    close: () => setOpen(null),
    askNew: () => setOpen({ kind: 'new' }),
    showDetails: (interview: Interview) => setOpen({ kind: 'details', interview }),
    /** Shows the details of an interview that was scheduled or changed, and refetches the list. */
    showChanged: (interview: Interview) => {
      setOpen({ kind: 'details', interview });
      void refresh();
    },
    askCancel: (interview: Interview) => setOpen({ kind: 'cancel', interview }),
    askDelete: (interview: Interview) => setOpen({ kind: 'delete', interview }),
    start: (interview: Interview) => act(() => start(interview.id), 'Failed to start session'),
    confirmCancel: (interview: Interview) => act(() => cancel(interview.id), 'Failed to cancel session'),
    confirmDelete: (interview: Interview) => act(() => remove(interview.id), 'Failed to delete session'),
  };
}
