import type { Interview } from '@cip/contracts/interviews';
import { formatDuration } from '../../../shared/format.ts';
import { Button } from '../../../shared/ui/form/Button.tsx';
import type { ReviewParts } from './review-parts.ts';
import styles from './debrief.module.css';

interface DebriefProps {
  interview: Interview;
  parts: ReviewParts;
  /** Opens the details of the interview. */
  onReview: () => void;
  onDone: () => void;
}

/** Asks for notes on an interview that has just ended, while they are fresh. The list stays usable. */
export function Debrief({ interview, parts, onReview, onDone }: DebriefProps) {
  const { candidate_name: name, started_at: start, ended_at: end } = interview;
  const length = start && end ? `${formatDuration(start, end)} with` : 'Your session with';
  return (
    <section className={styles.debrief} aria-labelledby="debrief">
      <h2 id="debrief">
        {length} {name ?? 'no candidate'}. What do you think?
      </h2>
      <parts.Notes interview={interview} autoFocus />
      <div className={styles.actions}>
        <Button size="sm" onClick={onReview}>
          Review the code
        </Button>
        <Button size="sm" look="quiet" onClick={onDone}>
          Done
        </Button>
      </div>
    </section>
  );
}
