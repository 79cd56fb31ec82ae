import type { CardContent, Criterion, SubmittedCard } from '@cip/contracts/scorecards/scorecards';
import { formatDateTime } from '../../shared/format.ts';
import { ratingOf } from './card-edits.ts';
import { gradeText, OVERALL_LABELS } from './card-text.ts';
import styles from './debrief.module.css';

/**
 * Renders a colleague's words besides the grades: the summary, the notes, and the first version if the card was
 * changed.
 */
export function WrittenCard({ card, criteria }: { card: SubmittedCard; criteria: Criterion[] }) {
  const { author_name: name, submitted_at: at, content, first_content: first } = card;
  return (
    <details className={styles.written}>
      <summary>
        Summary and notes of <bdi>{name}</bdi>
      </summary>
      <Texts content={content} />
      {first !== null && (
        <>
          <h3>First version, {formatDateTime(at)}</h3>
          <p>{`Overall: ${first.overall === null ? 'None' : OVERALL_LABELS[first.overall]}`}</p>
          <ul>
            {criteria.map(({ id, name: criterion }) => {
              const { grade, evidence } = ratingOf(first, id);
              return <li key={id}>{`${criterion}: ${gradeText(grade)}${evidence === '' ? '' : `. ${evidence}`}`}</li>;
            })}
          </ul>
          <Texts content={first} />
        </>
      )}
    </details>
  );
}

function Texts({ content: { summary, notes } }: { content: CardContent }) {
  return (
    <>
      <p className={styles.text}>{summary || 'No summary.'}</p>
      {notes.length > 0 && (
        <ul className={styles.lines}>
          {notes.map(({ minute, text }, index) => (
            <li key={index}>
              <span>{minute === null ? '' : `${minute}′`}</span>
              {text}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
