import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { InterviewsScreen } from '../../../features/interviews/InterviewsScreen.tsx';
import { CodeView } from '../../../screens/interviews/CodeView.tsx';

/** Highest page number that the server accepts; the list itself returns to its own last page. */
const PAGE_MAX = 100_000;

interface SessionsSearch {
  /** From 1; absent for the first page. */
  page?: number | undefined;
}

export const Route = createFileRoute('/_signed-in/_shell/sessions')({
  // A key that is missing here would keep its value from the address.
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
