import type { CardContent, Criterion } from '@cip/contracts/scorecards/card-content';
import { ratingOf } from '../card/card-edits.ts';
import { gradeText, OVERALL_LABELS } from '../card-text.ts';
import { CardTexts } from './CardTexts.tsx';
import styles from './debrief.module.css';

/** Renders a scorecard as it was before it was changed. */
export function FirstVersion({ content, criteria }: { content: CardContent; criteria: Criterion[] }) {
  const { overall } = content;
  return (
    <>
      <p>{`Overall: ${overall === null ? 'None' : OVERALL_LABELS[overall]}`}</p>
      <ul className={styles.grades}>
        {criteria.map(({ id, name }) => {
          const { grade, evidence } = ratingOf(content, id);
          return <li key={id}>{`${name}: ${gradeText(grade)}${evidence === '' ? '' : `. ${evidence}`}`}</li>;
        })}
      </ul>
      <CardTexts content={content} />
    </>
  );
}
