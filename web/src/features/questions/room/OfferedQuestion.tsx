import type { InterviewQuestion } from '@cip/contracts/questions/interview-questions';
import type { QuestionContent } from '@cip/contracts/questions/questions';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useFailure } from '../../../shared/form/use-failure.ts';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed.tsx';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { StatusChip } from '../../../shared/ui/feedback/StatusChip.tsx';
import { Skeleton } from '../../../shared/ui/loading/Skeleton.tsx';
import { Markdown } from '../markdown/Markdown.tsx';
import { questionQuery } from '../questions.queries.ts';
import { TestCase } from '../tests/TestCase.tsx';
import { interviewQuestionQuery } from './interview-questions.queries.ts';
import styles from './questions-panel.module.css';

interface OfferedQuestionProps {
  interviewId: string;
  title: string;
  questionId: string;
  /** The copy that was shown in this interview; undefined if the question was not shown. */
  copy: InterviewQuestion | undefined;
  isFront: boolean;
  onShow: () => void;
  onFront: () => void;
  onHide: () => void;
}

/** Renders a question in the interviewers' panel: its text and guide, and whether the room sees it. */
export function OfferedQuestion(props: OfferedQuestionProps) {
  const { interviewId, title, questionId, copy, isFront, onShow, onFront, onHide } = props;
  const [isOpen, setOpen] = useState(false);
  const isVisible = copy !== undefined && !copy.is_hidden;
  const hide = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that brought it to the front, and had the focus, is gone.
    if (isFront && document.activeElement === document.body) hide.current?.focus();
  }, [isFront]);
  return (
    <li className={styles.offer}>
      <div className={styles.line}>
        <span className={styles.name}>{copy ? `${copy.number}. ${title}` : title}</span>
        {isVisible && <StatusChip tone="good">{isFront ? 'In front' : 'Shown'}</StatusChip>}
      </div>
      <div className={styles.actions}>
        <Button
          size="sm"
          look="quiet"
          busyText={isOpen ? 'Preview' : 'Close'}
          aria-label={`${isOpen ? 'Close' : 'Preview'}: ${title}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Close' : 'Preview'}
        </Button>
        {isVisible && !isFront && (
          <Button size="sm" look="quiet" aria-label={`Bring to front: ${title}`} onClick={onFront}>
            Bring to front
          </Button>
        )}
        {isVisible ? (
          <Button ref={hide} size="sm" aria-label={`Hide: ${title}`} onClick={onHide}>
            Hide
          </Button>
        ) : (
          <Button size="sm" aria-label={`Show question: ${title}`} onClick={copy ? onFront : onShow}>
            Show question
          </Button>
        )}
      </div>
      {copy?.report?.hidden && (
        <p className={styles.help}>
          {`${copy.report.hidden.passed} of ${copy.report.hidden.total} hidden tests pass, run by ${copy.report.hiddenBy ?? copy.report.by}`}
        </p>
      )}
      {isOpen && (copy ? <Copy interviewId={interviewId} copy={copy} /> : <Stored id={questionId} />)}
    </li>
  );
}

function Copy({ interviewId, copy }: { interviewId: string; copy: InterviewQuestion }) {
  const isPart = copy.is_whole === false;
  const query = useQuery({ ...interviewQuestionQuery(interviewId, copy.id), enabled: isPart });
  return <Loaded query={query} question={isPart ? query.data?.content : copy.content} />;
}

function Stored({ id }: { id: string }) {
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

function Content({ question }: ContentProps) {
  const { text, guide, tests } = question;
  return (
    <div className={styles.content}>
      <Markdown text={text} level={4} />
      {guide.trim() !== '' && (
        <section aria-label="Guide" className={styles.guide}>
          <h4>Guide</h4>
          <Markdown text={guide} level={5} />
        </section>
      )}
      {tests.map((test, index) => (
        <TestCase
          key={index}
          test={test.is_hidden ? { ...test, name: `${test.name} (hidden)` } : test}
          report={undefined}
        />
      ))}
    </div>
  );
}
