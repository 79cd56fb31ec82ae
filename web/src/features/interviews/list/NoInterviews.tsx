import type { InterviewStatus } from '@cip/contracts/interviews/interviews';
import { isInterviewer } from '../../../shared/device/stored-role.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { ButtonLink } from '../../../shared/ui/joy/ButtonLink.tsx';

interface NoInterviewsProps {
  searching: boolean;
  /** The only status that is shown. */
  status: InterviewStatus | undefined;
}

/** Renders an empty list, or a search or a filter without results. */
export function NoInterviews({ searching, status }: NoInterviewsProps) {
  if (searching) {
    return (
      <EmptyState title="No sessions found">No match on this page. Search covers only the page you’re on.</EmptyState>
    );
  }
  const plan = (
    <ButtonLink to="/sessions" state={{ isPlanning: true }} role="button">
      Schedule session
    </ButtonLink>
  );
  if (status !== undefined)
    return (
      <EmptyState title="No sessions found" action={status === 'scheduled' ? plan : undefined}>
        No session has this status.
      </EmptyState>
    );
  if (!isInterviewer())
    return (
      <EmptyState title="No sessions found" action={plan}>
        The sessions of your company appear here. Schedule the first one.
      </EmptyState>
    );
  const start = (
    <ButtonLink to="/editor" role="button">
      Start New Session
    </ButtonLink>
  );
  return (
    <EmptyState title="No sessions found" action={start}>
      Your interviews appear here with their code and notes. Start one and send the link.
    </EmptyState>
  );
}
