import { Button } from '../../shared/ui/form/Button.tsx';
import { EmptyState } from '../../shared/ui/feedback/EmptyState.tsx';

/** Renders an empty list, or a search without results. */
export function NoInterviews({ searching, onStart }: { searching: boolean; onStart: () => void }) {
  if (searching) {
    return (
      <EmptyState title="No sessions found">
        Nobody on this page has that name or email. The search looks at the page you see.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No sessions found" action={<Button onClick={onStart}>Start New Session</Button>}>
      Every interview you lead stands here afterwards, with its length and its code. Start one and send its link.
    </EmptyState>
  );
}
