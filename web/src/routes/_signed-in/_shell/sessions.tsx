import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { InterviewsScreen } from '../../../features/interviews/InterviewsScreen.tsx';
import { CodeView } from '../../../screens/interviews/CodeView.tsx';

interface SessionsSearch {
  /** From 1; the first page has none. */
  page?: number;
}

export const Route = createFileRoute('/_signed-in/_shell/sessions')({
  validateSearch: ({ page }): SessionsSearch => (Number(page) > 1 ? { page: Math.trunc(Number(page)) } : {}),
  component: Sessions,
});

function Sessions() {
  const { page = 1 } = Route.useSearch();
  const navigate = Route.useNavigate();
  const toPage = useCallback(
    (wanted: number) => void navigate({ search: wanted > 1 ? { page: wanted } : {} }),
    [navigate],
  );
  return <InterviewsScreen page={page} onPage={toPage} CodeView={CodeView} />;
}
