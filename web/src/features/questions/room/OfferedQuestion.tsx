import type { InterviewQuestion } from '@cip/contracts/questions/interview-questions';
import type { TestsReport } from '@cip/contracts/questions/test-reports';
import { useEffect, useRef } from 'react';
import { DisclosureRow } from '../../../shared/ui/DisclosureRow.tsx';
import { StatusChip } from '../../../shared/ui/feedback/StatusChip.tsx';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { pressOnce } from '../../../shared/ui/plain/press-once.ts';
import { useMeantPress } from '../../../shared/ui/plain/use-meant-press.ts';
import { CopyPreview, StoredPreview } from './QuestionPreview.tsx';
import styles from './questions-panel.module.css';

/** The actions of an interviewer on a question. */
export interface QuestionActs {
  onShow: () => void;
  onFront: () => void;
  onHide: () => void;
}

interface OfferedQuestionProps extends QuestionActs {
  interviewId: string;
  title: string;
  facts: string;
  questionId: string;
  /** The copy that was shown in this interview; undefined if the question was not shown. */
  copy: InterviewQuestion | undefined;
  isFront: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

/** Renders a question in the interviewers' panel: a row that opens its guide and text, and whether the room sees it. */
export function OfferedQuestion({ interviewId, title, facts, questionId, copy, ...props }: OfferedQuestionProps) {
  const { isFront, isOpen, onToggle, ...acts } = props;
  const isVisible = copy !== undefined && !copy.is_hidden;
  const news = copy?.report ? hiddenNews(copy.report) : null;
  return (
    <li className={styles.offer} data-open={isOpen}>
      <DisclosureRow name={copy ? `${copy.number}. ${title}` : title} facts={facts} isOpen={isOpen} onToggle={onToggle}>
        {isVisible && <StatusChip tone="good">{isFront ? 'On screen' : 'Shown'}</StatusChip>}
      </DisclosureRow>
      {news !== null && <p className={styles.report}>{news}</p>}
      {isOpen && (
        <div className={styles.preview}>
          <Actions {...{ copy, isVisible, isFront, ...acts }} />
          {copy ? <CopyPreview interviewId={interviewId} copy={copy} /> : <StoredPreview id={questionId} />}
        </div>
      )}
    </li>
  );
}

/** Returns how many hidden tests pass, or passed with the last code that they ran with; null if none ran. */
function hiddenNews({ hidden, hiddenBy, by, lastHidden: last }: TestsReport): string | null {
  if (hidden) return `${hidden.passed} of ${hidden.total} hidden tests pass, run by ${hiddenBy ?? by}`;
  return last ? `${last.passed} of ${last.total} hidden tests passed with other code, run by ${last.by}` : null;
}

type ActionsProps = QuestionActs & Pick<OfferedQuestionProps, 'copy' | 'isFront'> & { isVisible: boolean };

function Actions({ copy, isVisible, isFront, onShow, onFront, onHide }: ActionsProps) {
  const hide = useRef<HTMLButtonElement>(null);
  // The buttons take each other's places.
  const meant = useMeantPress(isVisible ? isFront : null);
  useEffect(() => {
    // The button that brought it to the front, and had the focus, is gone.
    if (isFront && document.activeElement === document.body) hide.current?.focus();
  }, [isFront]);
  return (
    <div className={styles.actions}>
      {isVisible && !isFront && (
        <Button size="sm" look="primary" onKeyDown={pressOnce} onClick={meant(onFront)}>
          Show first
        </Button>
      )}
      {isVisible ? (
        <Button ref={hide} size="sm" onKeyDown={pressOnce} onClick={meant(onHide)}>
          Hide
        </Button>
      ) : (
        <Button size="sm" look="primary" onKeyDown={pressOnce} onClick={meant(copy ? onFront : onShow)}>
          Show question
        </Button>
      )}
    </div>
  );
}
