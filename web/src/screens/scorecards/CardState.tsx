import type { CardOverview } from '@cip/contracts/scorecards';
import { useQuery } from '@tanstack/react-query';
import type { CardStateProps } from '../../features/interviews/review/review-parts.ts';
import { DECISION_LABELS } from '../../features/scorecards/card-text.ts';
import { scorecardStatesQuery } from '../../features/scorecards/scorecards.queries.ts';
import styles from './open-cards.module.css';

/** Renders how far the scorecards of an ended interview are; nothing where there are none. */
export function CardState({ interview, listed }: CardStateProps) {
  const ids = listed.filter(({ status }) => status === 'completed').map(({ id }) => id);
  const { data } = useQuery(scorecardStatesQuery(ids.toSorted()));
  const text = stateText(data?.find(({ interview_id: id }) => id === interview.id));
  return text === null ? null : <span className={styles.state}>{text}</span>;
}

function stateText(state: CardOverview | undefined): string | null {
  if (!state) return null;
  if (state.decision !== null) return DECISION_LABELS[state.decision];
  if (state.own === 'none' || state.own === 'draft') return 'Scorecard to write';
  const all = Math.max(state.expected, state.submitted);
  return all === 0 ? null : `${state.submitted} of ${all} scorecards`;
}
