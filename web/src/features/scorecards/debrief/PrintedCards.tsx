import type { InterviewCards, SubmittedCard } from '@cip/contracts/scorecards/scorecards';
import { useIsPrinting } from '../../../shared/ui/use-is-printing.ts';
import { CardTexts } from './CardTexts.tsx';
import { ComparedTable } from './ComparedTable.tsx';
import { decisionText } from '../card-text.ts';
import { comparedRows } from './disagreement.ts';
import { FirstVersion } from './FirstVersion.tsx';
import styles from './printed-cards.module.css';

interface PrintedCardsProps {
  cards: InterviewCards;
  title: string;
  lead: string;
}

/** The printed page of a session: decision, comparison and texts, all unfolded. Screens do not show it. */
export function PrintedCards(props: PrintedCardsProps) {
  return useIsPrinting() && <PrintedPage {...props} />;
}

function PrintedPage({ cards, title, lead }: PrintedCardsProps) {
  const { criteria, decision } = cards;
  const shown = shownCards(cards);
  return (
    <article className={styles.printed}>
      <h1>{title}</h1>
      <p>{lead}</p>
      {decision && (
        <p>
          Decision: {decisionText(decision)}
          {decision.reason !== null && `. ${decision.reason}`}
        </p>
      )}
      {shown.length > 0 && <ComparedTable rows={comparedRows(criteria, shown)} cards={shown} />}
      {shown.map(({ id, author_name: name, content, first_content: first }) => (
        <section key={id}>
          <h2>
            <bdi>{name}</bdi>
          </h2>
          <CardTexts content={content} />
          {first !== null && (
            <>
              <h3>First version</h3>
              <FirstVersion content={first} criteria={criteria} />
            </>
          )}
        </section>
      ))}
    </article>
  );
}

/** Returns the scorecards that others submitted, and the own draft if there is one. */
function shownCards({ cards, own }: InterviewCards): SubmittedCard[] {
  if (own === null || own.submitted_at !== null) return cards;
  const draft: SubmittedCard = {
    id: 'draft',
    author_name: 'My draft',
    is_own: false,
    from_playback: own.from_playback,
    submitted_at: '',
    changed_at: null,
    content: own.content,
    first_content: null,
  };
  return [...cards, draft];
}
