import type { PlaybackRating } from '@cip/contracts/playback/playback-extras';
import type { Overall } from '@cip/contracts/scorecards/card-content';
import { formatDateTime } from '../../../../shared/format.ts';
import type { Extras } from '../../replay/recording.ts';
import styles from './beside.module.css';

const OVERALL_TEXTS: Record<Overall, string> = {
  strong_no: 'Strong no',
  no: 'No',
  yes: 'Yes',
  strong_yes: 'Strong yes',
};

interface ScorecardsProps {
  scorecards: Extras['scorecards'];
  /** Level of the headings. */
  level: 2 | 3;
}

/** Submitted scorecards. */
export function Scorecards({ scorecards, level }: ScorecardsProps) {
  const Heading = `h${level}` as const;
  return scorecards.map(({ author, fromPlayback, submittedAt, overall, summary, ratings }, index) => (
    <section key={index} className={styles.paper}>
      <Heading>
        {author}
        {overall && `: ${OVERALL_TEXTS[overall]}`}
      </Heading>
      <p className={styles.facts}>
        {fromPlayback ? 'From playback, submitted ' : 'Submitted '}
        {formatDateTime(submittedAt)}
      </p>
      {summary !== '' && <p className={styles.plain}>{summary}</p>}
      <dl>
        {ratings.map((rating) => (
          <Rating key={rating.criterion} {...rating} />
        ))}
      </dl>
    </section>
  ));
}

function Rating({ criterion, grade, meaning, evidence }: PlaybackRating) {
  const words = grade === null ? 'Not rated' : grade === 'not_seen' ? 'Not seen' : `${grade} of 4`;
  return (
    <div>
      <dt>
        {criterion}: <b>{words}</b>
      </dt>
      {meaning !== null && <dd className={styles.facts}>{meaning}</dd>}
      {evidence !== '' && <dd className={styles.plain}>{evidence}</dd>}
    </div>
  );
}
