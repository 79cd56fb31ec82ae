import type { InterviewCards, SubmittedCard } from '@cip/contracts/scorecards/scorecards';
import { formatDateTime } from '../../shared/format.ts';
import { ratingOf } from './card-edits.ts';
import { gradeText, OVERALL_LABELS } from './card-text.ts';
import { byDisagreement, isSplit, spreadOf } from './disagreement.ts';
import { WrittenCard } from './WrittenCard.tsx';
import styles from './debrief.module.css';

/** Renders the submitted scorecards beside each other: criteria by people, the widest difference first. */
export function Debrief({ cards: { criteria, cards } }: { cards: InterviewCards }) {
  if (cards.length === 0) return <p className={styles.none}>No scorecards have been submitted yet.</p>;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Scorecards compared">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Criterion</th>
              {cards.map((card) => (
                <Author key={card.id} card={card} />
              ))}
            </tr>
          </thead>
          <tbody>
            <tr data-differs={isSplit(cards)}>
              <th scope="row">
                Overall
                {isSplit(cards) && <span className={styles.apart}>Yes against no</span>}
              </th>
              {cards.map(({ id, content: { overall } }) => (
                <td key={id}>
                  <strong>{overall === null ? 'None' : OVERALL_LABELS[overall]}</strong>
                </td>
              ))}
            </tr>
            {byDisagreement(criteria, cards).map(({ id, name }) => (
              <tr key={id} data-differs={spreadOf(id, cards) > 1}>
                <th scope="row">
                  {name}
                  {spreadOf(id, cards) > 0 && <span className={styles.apart}>{`${spreadOf(id, cards)} apart`}</span>}
                </th>
                {cards.map((card) => (
                  <Graded key={card.id} card={card} criterion={id} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {cards.map((card) => (
        <WrittenCard key={card.id} card={card} criteria={criteria} />
      ))}
    </>
  );
}

function Author({
  card: { author_name: name, is_own: isOwn, from_playback: fromPlayback, changed_at: changedAt },
}: {
  card: SubmittedCard;
}) {
  return (
    <th scope="col">
      <bdi>{name}</bdi>
      {isOwn && ' (you)'}
      {fromPlayback && <span>From playback</span>}
      {changedAt !== null && <span>Changed {formatDateTime(changedAt)}</span>}
    </th>
  );
}

function Graded({ card, criterion }: { card: SubmittedCard; criterion: string }) {
  const { grade, evidence } = ratingOf(card.content, criterion);
  return (
    <td>
      {grade === null ? <span className={styles.none}>{gradeText(grade)}</span> : <strong>{gradeText(grade)}</strong>}
      {evidence !== '' && <p>{evidence}</p>}
    </td>
  );
}
