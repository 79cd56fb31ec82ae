import type { QuestionContent } from '@cip/contracts/questions/questions';
import { useDeferredValue } from 'react';
import { Markdown } from '../../markdown/Markdown.tsx';
import { TestCase } from '../../tests/TestCase.tsx';
import styles from '../form/question-editor.module.css';

interface QuestionViewProps {
  draft: Pick<QuestionContent, 'text' | 'guide' | 'tests'>;
  /** Whether the guide is written, which candidates never see. */
  isGuide: boolean;
}

/** Renders a question as a room shows it, while it is written. */
export function QuestionView({ draft, isGuide }: QuestionViewProps) {
  const { text, guide, tests } = useDeferredValue(draft);
  const shown = isGuide ? guide : text;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls what has the focus
    <section className={styles.view} aria-labelledby="question-view" tabIndex={0}>
      <h2 id="question-view">{isGuide ? 'What interviewers see' : 'What candidates see'}</h2>
      {shown.trim() === '' ? (
        <p className={styles.help}>What you write appears here.</p>
      ) : (
        <Markdown text={shown} level={3} />
      )}
      {!isGuide &&
        tests.map((test, index) => !test.is_hidden && <TestCase key={index} test={test} report={undefined} />)}
    </section>
  );
}
