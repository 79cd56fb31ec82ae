import type { CardContent } from '@cip/contracts/scorecards/card-content';
import { minuteText } from '../note-lines.ts';
import styles from './debrief.module.css';

/** Renders the summary and the notes of a scorecard. */
export function CardTexts({ content: { summary, notes } }: { content: CardContent }) {
  return (
    <>
      <p className={styles.text}>{summary || 'No summary.'}</p>
      {notes.length > 0 && (
        <ul className={styles.lines}>
          {notes.map(({ minute, text }, index) => (
            <li key={index}>
              <span>{minuteText(minute)}</span>
              {text}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
