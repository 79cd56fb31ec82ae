import type { InterviewStatus } from '@cip/contracts/interviews/interviews';
import { roomCodeIn } from '@cip/contracts/interviews/room-links';
import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { InterviewsScreen } from '../../../features/interviews/InterviewsScreen.tsx';
import { pageOf } from '../../../shared/page-number.ts';
import { reviewParts } from '../../../screens/interviews/review-parts.ts';

const STATUSES: readonly InterviewStatus[] = ['scheduled', 'active', 'completed', 'cancelled'];

interface SessionsSearch {
  /** From 1; absent for the first page. */
  page?: number | undefined;
  /** Room code of the session whose details are open. */
  session?: string | undefined;
  /** Only sessions of this status. */
  status?: InterviewStatus | undefined;
}

export const Route = createFileRoute('/_signed-in/_shell/sessions')({
  // If a key is missing here, it keeps its value from the address.
  validateSearch: ({ page, session, status }): SessionsSearch => ({
    page: pageOf(page),
    session: typeof session === 'string' ? roomCodeIn(session) : undefined,
    status: STATUSES.find((known) => known === status),
  }),
  component: Sessions,
});

function Sessions() {
  const { page = 1 } = Route.useSearch();
  const navigate = Route.useNavigate();
  const toPage = useCallback(
    (wanted: number, { replace = false } = {}) =>
      void navigate({ search: ({ status }) => ({ status, page: wanted > 1 ? wanted : undefined }), replace }),
    [navigate],
  );
  return <InterviewsScreen page={page} onPage={toPage} parts={reviewParts} />;
}
