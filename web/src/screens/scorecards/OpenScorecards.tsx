import { useQuery } from '@tanstack/react-query';
import { openScorecardsQuery } from '../../features/scorecards/scorecards.queries.ts';
import { formatDateTime } from '../../shared/format.ts';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { openCardsText } from './open-cards-text.ts';
import styles from './open-cards.module.css';

/** Interviews that the list shows; the title counts all. */
const SHOWN = 3;

/** Renders the scorecards that the account still has to write; nothing if there are none. */
export function OpenScorecards() {
  const { data } = useQuery(openScorecardsQuery);
  if (!data || data.total === 0) return null;
  return (
    <section aria-labelledby="open-scorecards" className={styles.open}>
      <h2 id="open-scorecards">{openCardsText(data.total)}</h2>
      <ul>
        {data.data.slice(0, SHOWN).map(({ interview_id: id, room_code: room, candidate_name: name, ended_at: at }) => (
          <li key={id}>
            <TextLink to="/sessions/$id" params={{ id }}>
              {name ?? room}
            </TextLink>
            <span>{formatDateTime(at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
