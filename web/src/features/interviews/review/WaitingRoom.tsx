import type { Interview } from '@cip/contracts/interviews/interviews';
import { isInterviewer } from '../../../shared/device/stored-role.ts';
import { useAction } from '../../../shared/form/use-action.ts';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { changeInterview } from '../interviews.queries.ts';
import styles from './review.module.css';

interface WaitingRoomProps {
  interview: Interview;
  onChanged: () => Promise<unknown>;
}

/** Renders whether an interview requires an admission, and before it begins the button that changes that. */
export function WaitingRoom({ interview, onChanged }: WaitingRoomProps) {
  const { id, status, asks_before_admitting: isOn } = interview;
  const toggle = useAction({
    run: () => changeInterview(id, { asks_before_admitting: !isOn }),
    failure: () => 'Failed to change the waiting room',
    onSettled: onChanged,
  });
  return (
    <>
      <span className={styles.value}>
        {isOn ? 'On. Candidates wait until you let them in.' : 'Off. Everyone with the link is let in.'}
        {status === 'scheduled' && isInterviewer() && (
          <Button
            size="sm"
            look="quiet"
            aria-label={isOn ? 'Turn off the waiting room' : 'Turn on the waiting room'}
            busy={toggle.busy}
            onClick={() => toggle.start()}
          >
            {isOn ? 'Turn off' : 'Turn on'}
          </Button>
        )}
      </span>
      {toggle.problem !== null && (
        <p role="alert" className={styles.problem}>
          {toggle.problem}
        </p>
      )}
    </>
  );
}
