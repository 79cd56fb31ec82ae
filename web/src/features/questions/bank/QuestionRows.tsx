import type { QuestionSummary } from '@cip/contracts/questions/questions';
import { formatCountOf } from '../../../shared/format.ts';
import { relativeTime } from '../../../shared/relative-time.ts';
import { TextLink } from '../../../shared/ui/TextLink.tsx';
import { labelOf } from './question-parts.ts';
import type { QuestionParts } from './question-parts.ts';
import styles from './questions.module.css';

/** Lists questions, each with a link over its whole row. */
export function QuestionRows({ questions, parts }: { questions: QuestionSummary[]; parts: QuestionParts }) {
  return (
    <ul className={styles.rows}>
      {questions.map((question) => (
        <li key={question.id} className={styles.row}>
          <div className={styles.about}>
            <TextLink to="/questions/$questionId" params={{ questionId: question.id }} search className={styles.link}>
              {question.title}
            </TextLink>
            <p>{factsOf(question, parts).join(' · ')}</p>
          </div>
          {question.tags.length > 0 && (
            <ul className={styles.tags} aria-label="Tags">
              {question.tags.map((tag) => (
                <li key={tag} className={styles.tag}>
                  {tag}
                </li>
              ))}
            </ul>
          )}
          <time dateTime={question.updated_at}>{relativeTime(question.updated_at)}</time>
        </li>
      ))}
    </ul>
  );
}

function factsOf({ languages, test_count: tests, minutes }: QuestionSummary, parts: QuestionParts): string[] {
  return [
    languages.length > 0 ? languages.map((id) => labelOf(parts, id)).join(', ') : 'No starter',
    tests > 0 ? formatCountOf(tests, 'test') : 'No tests',
    ...(minutes === null ? [] : [formatCountOf(minutes, 'minute')]),
  ];
}
