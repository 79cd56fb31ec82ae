import type { InterviewQuestion } from '@cip/contracts/questions/interview-questions';
import type { QuestionContent } from '@cip/contracts/questions/questions';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useFailure } from '../../../shared/form/use-failure.ts';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed.tsx';
import { Skeleton } from '../../../shared/ui/loading/Skeleton.tsx';
import { Markdown } from '../markdown/Markdown.tsx';
import { questionQuery } from '../questions.queries.ts';
import { TestCase } from '../tests/TestCase.tsx';
import { interviewQuestionQuery } from './interview-questions.queries.ts';
import styles from './questions-panel.module.css';

/** Renders a question as this interview has it. */
export function CopyPreview({ interviewId, copy }: { interviewId: string; copy: InterviewQuestion }) {
  const isPart = copy.is_whole === false;
  const query = useQuery({ ...interviewQuestionQuery(interviewId, copy.id), enabled: isPart });
  return <Loaded query={query} question={isPart ? query.data?.content : copy.content} />;
}

/** Renders a question as the bank has it. */
export function StoredPreview({ id }: { id: string }) {
  const query = useQuery(questionQuery(id));
  return <Loaded query={query} question={query.data} />;
}

function Loaded({ query, question }: { query: UseQueryResult; question: ContentProps['question'] | undefined }) {
  const hasFailed = useFailure(query);
  if (question) return <Content question={question} />;
  return hasFailed ? (
    <LoadFailed query={query}>Failed to load the question</LoadFailed>
  ) : (
    <Skeleton rows={3} height={32} />
  );
}

interface ContentProps {
  question: Pick<QuestionContent, 'text' | 'guide' | 'tests'>;
}

/** The guide first, because only interviewers look here; the question's own pane has the text. */
function Content({ question: { text, guide, tests } }: ContentProps) {
  return (
    <>
      {guide.trim() !== '' && (
        <section aria-label="Guide" className={styles.guide}>
          <h4>Guide</h4>
          <Markdown text={guide} level={5} />
        </section>
      )}
      <Markdown text={text} level={4} />
      {tests.map((test, index) => (
        <TestCase
          key={index}
          test={test.is_hidden ? { ...test, name: `${test.name} (hidden)` } : test}
          report={undefined}
        />
      ))}
    </>
  );
}
