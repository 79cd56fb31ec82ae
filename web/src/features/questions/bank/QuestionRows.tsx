import type { QuestionSummary } from '@cip/contracts/questions/questions';
import { relativeTime } from '../../../shared/relative-time.ts';
import { TextLink } from '../../../shared/ui/TextLink.tsx';
import { questionFacts } from '../question-facts.ts';
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
            <p>{questionFacts(question, (id) => labelOf(parts, id))}</p>
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
