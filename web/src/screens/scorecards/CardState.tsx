import type { CardOverview } from '@cip/contracts/scorecards/card-overview';
import { useQuery } from '@tanstack/react-query';
import type { CardStateProps } from '../../features/interviews/review/review-parts.ts';
import { DECISION_LABELS } from '../../features/scorecards/card-text.ts';
import { scorecardStatesQuery } from '../../features/scorecards/scorecards.queries.ts';
import styles from './open-cards.module.css';

const TO_WRITE = 'Scorecard to write';

/** Renders the progress of an ended interview's scorecards; nothing if there are none. */
export function CardState({ interview, listed }: CardStateProps) {
  const ids = listed.filter(({ status }) => status === 'completed').map(({ id }) => id);
  const { data } = useQuery(scorecardStatesQuery(ids.toSorted()));
  const text = stateText(data?.find(({ interview_id: id }) => id === interview.id));
  return text === null ? null : <span className={styles.state}>{text}</span>;
}

function stateText(state: CardOverview | undefined): string | null {
  if (!state) return null;
  const { decision, own, expected, submitted } = state;
  const all = Math.max(expected, submitted);
  const count = `${submitted} of ${all}`;
  const isToWrite = decision === null && (own === 'none' || own === 'draft');
  if (isToWrite) return all <= 1 ? TO_WRITE : `${TO_WRITE} · ${count}`;
  const parts = [
    ...(decision === null ? [] : [DECISION_LABELS[decision]]),
    ...(all === 0 ? [] : [`${count} scorecards`]),
  ];
  return parts.length === 0 ? null : parts.join(' · ');
}
