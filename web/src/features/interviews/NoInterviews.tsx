import { Button } from '../../shared/ui/form/Button.tsx';
import { EmptyState } from '../../shared/ui/feedback/EmptyState.tsx';

/** Renders an empty list, or a search without results. */
export function NoInterviews({ searching, onStart }: { searching: boolean; onStart: () => void }) {
  if (searching) {
    return (
      <EmptyState title="No sessions found">No match on this page. Search covers only the page you’re on.</EmptyState>
    );
  }
  return (
    <EmptyState title="No sessions found" action={<Button onClick={onStart}>Start New Session</Button>}>
      Your interviews appear here with their code and notes. Start one and send the link.
    </EmptyState>
  );
}
