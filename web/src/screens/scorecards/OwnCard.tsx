import type { InterviewCards, OwnCard as OwnCardData } from '@cip/contracts/scorecards/scorecards';
import { formatDuration } from '../../shared/format.ts';
import { Disclosure } from '../../shared/ui/Disclosure.tsx';
import { FinalCode } from './FinalCode.tsx';
import { OwnCardForm } from './OwnCardForm.tsx';
import styles from './scorecards.module.css';

/**
 * Renders the account's own scorecard: until it is submitted open, beside the final code, then folded below the others'
 * scorecards.
 */
export function OwnCard({ cards, own }: { cards: InterviewCards; own: OwnCardData }) {
  const isOpen = own.submitted_at === null;
  // The debrief above it is read first.
  const form = <OwnCardForm cards={cards} own={own} autoFocus={isOpen && !cards.may_read} />;
  return (
    <section aria-labelledby="own-card" className={styles.part}>
      <h2 id="own-card">{isOpen ? questionOf(cards) : 'My scorecard'}</h2>
      {own.from_playback && <p>From playback: you were not in the room.</p>}
      {isOpen ? (
        <div className={styles.beside} data-code={cards.is_over}>
          {form}
          {cards.is_over && <FinalCode cards={cards} />}
        </div>
      ) : (
        <Disclosure title="Change my scorecard" open={own.has_unsubmitted}>
          <p className={styles.change}>Others see that you changed it, and your first version stays readable.</p>
          {form}
        </Disclosure>
      )}
    </section>
  );
}

function questionOf({ candidate_name: name, started_at: start, ended_at: end, is_over: isOver }: InterviewCards) {
  if (!isOver) return 'My scorecard';
  if (name === null) return 'No candidate joined. What do you think?';
  return `${lengthOf(start, end)} with ${name}. What do you think?`;
}

function lengthOf(start: string | null, end: string | null): string {
  if (!start || !end) return 'Your session';
  const length = formatDuration(start, end);
  return length === '0m' ? 'Under a minute' : length;
}
