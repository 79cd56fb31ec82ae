import { Apart } from './Apart.tsx';
import type { ComparedRow } from './disagreement.ts';
import { MarkText } from './MarkText.tsx';
import styles from './debrief.module.css';

/** Renders scorecards on a phone: a card per criterion, with the people as its rows. */
export function ComparedCards({ rows }: { rows: ComparedRow[] }) {
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={row.id}>
          <div className={styles.cardHead}>
            <h3>{row.name}</h3>
            <Apart row={row} />
          </div>
          <dl>
            {row.marks.map((mark) => (
              <div key={mark.card.id}>
                <dt>
                  <bdi>{mark.card.author_name}</bdi>
                  {mark.card.is_own && ' (you)'}
                  {mark.card.from_playback && <small>From playback</small>}
                </dt>
                <dd>
                  <MarkText mark={mark} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
