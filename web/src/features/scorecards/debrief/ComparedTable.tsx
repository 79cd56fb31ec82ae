import type { SubmittedCard } from '@cip/contracts/scorecards/scorecards';
import { formatDateTime } from '../../../shared/format.ts';
import { Apart } from './Apart.tsx';
import type { ComparedRow } from './disagreement.ts';
import { MarkText } from './MarkText.tsx';
import styles from './debrief.module.css';

/** Renders scorecards beside each other: criteria by people, with their difference. */
export function ComparedTable({ rows, cards }: { rows: ComparedRow[]; cards: SubmittedCard[] }) {
  const isCompared = cards.length > 1;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Criterion</span>
          </th>
          {cards.map((card) => (
            <Author key={card.id} card={card} />
          ))}
          {isCompared && (
            <th scope="col">
              <span className="visually-hidden">Difference</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{row.name}</th>
            {row.marks.map((mark) => (
              <td key={mark.card.id}>
                <MarkText mark={mark} />
              </td>
            ))}
            {isCompared && (
              <td>
                <Apart row={row} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Author({ card }: { card: SubmittedCard }) {
  const { author_name: name, is_own: isOwn, from_playback: fromPlayback, changed_at: changedAt } = card;
  return (
    <th scope="col">
      <bdi>{name}</bdi>
      {isOwn && ' (you)'}
      {fromPlayback && <small>From playback</small>}
      {changedAt !== null && <small>Changed {formatDateTime(changedAt)}</small>}
    </th>
  );
}
