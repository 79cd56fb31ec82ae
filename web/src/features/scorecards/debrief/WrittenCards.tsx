import type { SubmittedCard } from '@cip/contracts/scorecards/scorecards';
import type { Criterion } from '@cip/contracts/scorecards/card-content';
import { formatDay } from '../../../shared/format.ts';
import { Disclosure } from '../../../shared/ui/Disclosure.tsx';
import { CardTexts } from './CardTexts.tsx';
import { FirstVersion } from './FirstVersion.tsx';
import styles from './debrief.module.css';

/** Renders what the authors wrote besides the grades, folded, and the first versions of changed cards. */
export function WrittenCards({ cards, criteria }: { cards: SubmittedCard[]; criteria: Criterion[] }) {
  return (
    <div className={styles.folded}>
      <Disclosure title={`Summary and notes (${cards.length})`}>
        <div className={styles.written}>
          {cards.map(({ id, author_name: name, content }) => (
            <section key={id}>
              <h3>
                <bdi>{name}</bdi>
              </h3>
              <CardTexts content={content} />
            </section>
          ))}
        </div>
      </Disclosure>
      {cards.map(({ id, author_name: name, submitted_at: at, first_content: first }) =>
        first === null ? null : (
          <Disclosure
            key={id}
            title={
              <span>
                Changed: first version of <bdi>{name}</bdi>, {formatDay(at)}
              </span>
            }
          >
            <FirstVersion content={first} criteria={criteria} />
          </Disclosure>
        ),
      )}
    </div>
  );
}
