import type { Interview } from '@cip/contracts/interviews/interviews';
import { isInterviewer } from '../../../shared/device/stored-role.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { ButtonLink } from '../../../shared/ui/joy/ButtonLink.tsx';
import { Strip } from '../../../shared/ui/feedback/Strip.tsx';

/** Renders a strip per active interview, with a link to its room. */
export function RunningInterviews({ interviews }: { interviews: Interview[] }) {
  return interviews
    .filter(({ status }) => status === 'active' && isInterviewer())
    .map(({ id, room_code: room, candidate_name: candidate, started_at: startedAt }) => (
      <Strip
        key={id}
        tone="info"
        actions={
          <ButtonLink size="sm" to="/editor" search={{ room }}>
            Rejoin
          </ButtonLink>
        }
      >
        An interview{candidate === null ? '' : ` with ${candidate}`} has been running since {formatDateTime(startedAt)}.
      </Strip>
    ));
}
