import { useQuery } from '@tanstack/react-query';
import { openScorecardsQuery } from '../../features/scorecards/scorecards.queries.ts';
import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import { openCardsText } from './open-cards-text.ts';

/** Links the first scorecard that the account still has to write; renders nothing if there are none. */
export function OpenCardsLink() {
  const { data } = useQuery(openScorecardsQuery);
  const first = data?.data[0];
  if (!data || !first) return null;
  return (
    <ButtonLink to="/sessions/$id" params={{ id: first.interview_id }} look="quiet">
      {openCardsText(data.total)}
    </ButtonLink>
  );
}
