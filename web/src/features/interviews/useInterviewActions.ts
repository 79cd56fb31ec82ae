import type { Interview } from '@cip/contracts/interviews/interviews';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { serverNow } from '../../shared/api/server-time.ts';
import { toast } from '../../shared/ui/feedback/toast-store.ts';
import { useAction } from '../../shared/form/use-action.ts';
import { cancel, removeInterview, startInterview } from './interviews.queries.ts';

export type InterviewActions = ReturnType<typeof useInterviewActions>;

/** The open dialog and its interview. */
type OpenDialog =
  | { kind: 'new'; isPlanning?: boolean; templateId?: string | undefined }
  | { kind: 'start' | 'cancel' | 'delete'; interview: Interview };

/** If a session is started earlier than this before its planned time, it may be the wrong one (ms). */
const EARLY_MS = 3_600_000;

interface ConfirmedAction {
  kind: keyof typeof CALLS;
  interview: Interview;
  /** Shown once it is done. */
  news?: string | undefined;
}

const CALLS = {
  start: { call: startInterview, failure: 'Failed to start session' },
  cancel: { call: cancel, failure: 'Failed to cancel session' },
  delete: { call: removeInterview, failure: 'Failed to delete session' },
};

/** Provides the actions on an interview of the list, and the open dialog. */
export function useInterviewActions(onCancelled: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  // The dashboard's and the list's scorecards to write are those of their interviews.
  const refresh = () =>
    Promise.all(['interviews', 'scorecards'].map((of) => queries.invalidateQueries({ queryKey: [of] })));
  const { busy, start: run } = useAction({
    run: async ({ kind, interview, news }: ConfirmedAction) => {
      await CALLS[kind].call(interview.id);
      const refreshed = refresh();
      if (kind === 'start') return navigate({ to: '/editor', search: { room: interview.room_code } });
      await refreshed;
      if (news !== undefined) toast('good', news);
      if (kind === 'cancel') onCancelled();
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
    /** Opens the same dialog for scheduling, from a template if one is given. */
    askPlan: (templateId?: string) => setOpen({ kind: 'new', isPlanning: true, templateId }),
    /** Refetches the interviews after a change. */
    refresh,
    askCancel: (interview: Interview) => setOpen({ kind: 'cancel', interview }),
    askDelete: (interview: Interview) => setOpen({ kind: 'delete', interview }),
    /** Starts a planned interview and opens its room; if it is long before its time, after a confirmation. */
    start(interview: Interview) {
      const action = { kind: 'start', interview } as const;
      if (Date.parse(interview.scheduled_at ?? '') - serverNow() > EARLY_MS) setOpen(action);
      else run(action);
    },
    /** Performs the action of the open dialog, and shows the news once it is done. */
    confirm: (news?: string) => open !== null && open.kind !== 'new' && run({ ...open, news }),
  };
}
