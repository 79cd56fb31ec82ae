import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { InterviewsScreen } from '../../../features/interviews/InterviewsScreen.tsx';
import { CodeView } from '../../../screens/interviews/CodeView.tsx';

/** The last page the server counts to; the list itself goes back to its own last page. */
const PAGE_MAX = 100_000;

interface SessionsSearch {
  /** From 1; the first page has none. */
  page?: number | undefined;
}

export const Route = createFileRoute('/_signed-in/_shell/sessions')({
  // A key that is left out here would keep the value of the address.
  validateSearch: ({ page }): SessionsSearch => ({
    page: Number(page) > 1 ? Math.min(Math.trunc(Number(page)), PAGE_MAX) : undefined,
  }),
  component: Sessions,
});

function Sessions() {
  const { page = 1 } = Route.useSearch();
  const navigate = Route.useNavigate();
  const toPage = useCallback(
    (wanted: number, { replace = false } = {}) =>
      void navigate({ search: wanted > 1 ? { page: wanted } : {}, replace }),
    [navigate],
  );
  return <InterviewsScreen page={page} onPage={toPage} CodeView={CodeView} />;
}
