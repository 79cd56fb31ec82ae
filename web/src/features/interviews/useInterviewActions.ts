import type { Interview } from '@cip/contracts/interviews/interviews';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../shared/ui/feedback/toast-store.ts';
import { useAction } from '../../shared/form/use-action.ts';
import { cancellationNews } from './mail-text.ts';
import { cancel, remove, start } from './interviews.queries.ts';

export type InterviewActions = ReturnType<typeof useInterviewActions>;

/** The open dialog and its interview. */
type OpenDialog = { kind: 'new' } | { kind: 'cancel' | 'delete'; interview: Interview };

const CALLS = {
  start: { call: start, failure: 'Failed to start session' },
  cancel: { call: cancel, failure: 'Failed to cancel session' },
  delete: { call: remove, failure: 'Failed to delete session' },
};

/** Provides the actions on an interview of the list, and the open dialog. */
export function useInterviewActions(onCancelled: () => void) {
  const queries = useQueryClient();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const refresh = () => queries.invalidateQueries({ queryKey: ['interviews'] });
  const { busy, start: run } = useAction({
    run: async ({ kind, interview }: { kind: keyof typeof CALLS; interview: Interview }) => {
      await CALLS[kind].call(interview.id);
      await refresh();
      if (kind === 'cancel') {
        toast('good', ['Session cancelled.', cancellationNews(interview) ?? []].flat().join(' '));
        onCancelled();
      }
    },
    failure: ({ kind }) => CALLS[kind].failure,
    report: (outcome) => setProblem(outcome?.text ?? null),
    onSettled: () => setOpen(null),
  });
  return {
    open,
    busy,
    problem,
    dismissProblem: () => setProblem(null),
    close: () => setOpen(null),
    askNew: () => setOpen({ kind: 'new' }),
    /** Refetches the interviews after a change. */
    refresh: () => void refresh(),
    askCancel: (interview: Interview) => setOpen({ kind: 'cancel', interview }),
    askDelete: (interview: Interview) => setOpen({ kind: 'delete', interview }),
    start: (interview: Interview) => run({ kind: 'start', interview }),
    confirmCancel: (interview: Interview) => run({ kind: 'cancel', interview }),
    confirmDelete: (interview: Interview) => run({ kind: 'delete', interview }),
  };
}
