import type { InterviewCards } from '@cip/contracts/scorecards/scorecards';
import { PHONE } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import { ComparedCards } from './ComparedCards.tsx';
import { ComparedTable } from './ComparedTable.tsx';
import { comparedRows } from './disagreement.ts';
import { WrittenCards } from './WrittenCards.tsx';
import styles from './debrief.module.css';

/** Renders the submitted scorecards beside each other, the widest difference first, and what their authors wrote. */
export function Debrief({ cards: { criteria, cards } }: { cards: InterviewCards }) {
  const isPhone = useMedia(PHONE);
  if (cards.length === 0) return <p className={styles.none}>No scorecards have been submitted yet.</p>;
  const rows = comparedRows(criteria, cards);
  return (
    <>
      {isPhone ? (
        <ComparedCards rows={rows} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
        <div className={styles.scroll} tabIndex={0} role="region" aria-label="Scorecards compared">
          <ComparedTable rows={rows} cards={cards} />
        </div>
      )}
      <WrittenCards cards={cards} criteria={criteria} />
    </>
  );
}
