import type { InterviewCards, OwnCard as OwnCardData } from '@cip/contracts/scorecards/scorecards';
import { formatDuration } from '../../shared/format.ts';
import { OwnCardForm } from './OwnCardForm.tsx';
import styles from './scorecards.module.css';

/** Renders the account's own scorecard: open until it is submitted, then folded below the others' scorecards. */
export function OwnCard({ cards, own }: { cards: InterviewCards; own: OwnCardData }) {
  const isOpen = own.submitted_at === null;
  const form = <OwnCardForm cards={cards} own={own} autoFocus={isOpen} />;
  return (
    <section aria-labelledby="own-card" className={styles.part}>
      <h2 id="own-card">{isOpen ? questionOf(cards) : 'My scorecard'}</h2>
      {own.from_playback && <p>From playback: you were not in the room.</p>}
      {isOpen ? (
        form
      ) : (
        <details open={own.has_unsubmitted} className={styles.change}>
          <summary>Change my scorecard</summary>
          <p>Others see that you changed it, and your first version stays readable.</p>
          {form}
        </details>
      )}
    </section>
  );
}

function questionOf({ candidate_name: name, started_at: start, ended_at: end, is_over: isOver }: InterviewCards) {
  if (!isOver) return 'My scorecard';
  if (name === null) return 'No candidate joined. What do you think?';
  const length = start && end ? `${formatDuration(start, end)} with` : 'Your session with';
  return `${length} ${name}. What do you think?`;
}
