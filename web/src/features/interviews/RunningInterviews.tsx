import type { Interview } from '@cip/contracts/interviews';
import { useNavigate } from '@tanstack/react-router';
import { formatDateTime } from '../../shared/format.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Strip } from '../../shared/ui/feedback/Strip.tsx';

/** Renders a strip per active interview, with a button to its room, also when the plan has ended. */
export function RunningInterviews({ interviews }: { interviews: Interview[] }) {
  const navigate = useNavigate();
  return interviews
    .filter(({ status }) => status === 'active')
    .map(({ id, room_code: room, candidate_name: candidate, started_at: startedAt }) => (
      <Strip
        key={id}
        tone="info"
        actions={
          <Button size="sm" onClick={() => void navigate({ to: '/editor', search: { room } })}>
            Back to the room
          </Button>
        }
      >
        An interview{candidate === null ? '' : ` with ${candidate}`} has been running since {formatDateTime(startedAt)}.
      </Strip>
    ));
}
